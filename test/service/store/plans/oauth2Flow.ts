import { getActivity } from '../../../../src/contract/activities.queries.js';
import {
  createOauth2Credential,
  deleteOauth2Credential,
  oauth2Authenticate,
  updateOauth2Credential,
} from '../../../../src/contract/oauth2.js';
import { endAllAbandoned } from '../../../../src/service/coordinator/engine/effects.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { sealedFor } from '../../../support/examples/oauth2.js';
import { act, done, rootOf } from '../../../support/parties.js';
import { ask } from '../../../support/wire.js';

/** An app is kept and changed; a code is exchanged, one at a provider that is down, and one by a process that is no more. */
export async function oauth2Flow(test: TestService): Promise<void> {
  const root = await rootOf(test);
  const { organizationId } = root;
  const app = {
    provider: 'OAUTH2_PROVIDER_X' as const,
    clientId: 'client',
    encryptedClientSecret: await sealedFor(test, organizationId),
  };
  const named = await done(test, root, createOauth2Credential, app);
  await done(test, root, updateOauth2Credential, { ...app, ...named });
  const exchange = {
    ...named,
    authCode: 'code',
    redirectUri: 'https://app.example.com/callback',
    codeVerifier: 'v'.repeat(43),
    nonce: '0'.repeat(64),
  };
  const { tools } = test.service;
  await act(test, root, oauth2Authenticate, exchange).catch(() => undefined);
  const request = { ...(await lastActivity(test)), leased_until_ms: 0 };
  for (const meet of [
    () => ask(test, root.key, getActivity, { organizationId, activityId: request.activity_id }),
    () => endAllAbandoned(tools),
  ]) {
    await tools.store.db
      .updateTable('activities')
      .set({ status: 'ACTIVITY_STATUS_PENDING' })
      .where('activity_id', '=', request.activity_id)
      .execute();
    await tools.store.db.insertInto('effects').values(request).execute();
    await meet();
  }
  await done(test, root, deleteOauth2Credential, named);
}

async function lastActivity({ service }: TestService) {
  return service.tools.store.db
    .selectFrom('activities')
    .select(['organization_id', 'activity_id'])
    .where('kind', '=', 'OAUTH2_AUTHENTICATE')
    .orderBy('activity_id', 'desc')
    .executeTakeFirstOrThrow();
}
