import { createSubOrganization } from '../../src/contract/organizations.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { activityOf, type Party, resultOf } from '../../test/support/live/wire.js';
import type { Fixtures } from './fixtures.js';

/** A person's contact. */
type Reached = { readonly userEmail?: string; readonly userPhoneNumber?: string };

/** A sub-organization whose only user holds a key, and has contacts that nobody has proved. */
export async function ownOrganization(
  { client, parent, rootKey, next }: Fixtures,
  name: string,
  reached: Reached = {},
): Promise<Party> {
  const key = await createSigningKey();
  const root = { key: rootKey, organizationId: parent.organizationId };
  const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }];
  const sent = await activityOf(root, createSubOrganization, {
    subOrganizationName: `${name} ${next()}`,
    rootUsers: [{ userName: name, apiKeys, ...reached }],
    rootQuorumThreshold: 1,
  });
  type Made = { subOrganizationId: string; rootUserIds: [string] };
  const made = resultOf<Made>(createSubOrganization, sent, await client.send(sent));
  return { key, organizationId: made.subOrganizationId, userId: made.rootUserIds[0] };
}
