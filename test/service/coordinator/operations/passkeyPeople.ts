import type { Activity } from '../../../../src/contract/activities.records.js';
import { createAuthenticators } from '../../../../src/contract/authenticators.js';
import type { ActivityRow, QueryRow } from '../../../../src/contract/row.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { done, makeSubOrganization, type Party } from '../../../support/parties.js';
import { type Answering, createPasskey, type TestPasskey } from '../../../support/passkey.js';
import { envelope, post } from '../../../support/wire.js';

/** A person with a key and a passkey, alone in a sub-organization. */
export async function newPerson(
  service: TestService,
): Promise<{ ada: Party; passkey: TestPasskey; authenticatorId: string }> {
  const { users } = await makeSubOrganization(service);
  const [ada] = users;
  const passkey = await createPasskey();
  const { authenticatorIds } = await done(service, ada, createAuthenticators, {
    userId: ada.userId,
    authenticators: [await passkey.register()],
  });
  return { ada, passkey, authenticatorId: authenticatorIds[0] ?? '' };
}

/** Sends an activity that a passkey stamps. */
export async function submitBy(
  service: TestService,
  passkey: TestPasskey,
  by: Party,
  row: ActivityRow,
  parameters: object,
  how?: Answering,
) {
  service.clock.advanceMs(1);
  const body = envelope(service, row, by.organizationId, parameters);
  return post(service, row.path, body, await passkey.stamp(body, how));
}

/** Sends a query that a passkey stamps. */
export async function askBy(
  service: TestService,
  passkey: TestPasskey,
  row: QueryRow,
  request: object,
  how?: Answering,
) {
  const body = JSON.stringify(request);
  return post(service, row.path, body, await passkey.stamp(body, how));
}

/** The activity that an answer holds. */
export const activityIn = async (response: Response) => ((await response.json()) as { activity: Activity }).activity;
