import { type AuthProxyConfigChanges, authProxyChanges } from '../contract/authProxy.records.js';
import { changedSettings, checkCaptcha, defaultSettings } from './configuration/authProxySettings.js';
import { makeTrustKeys, type PinnedKeys, pinnedKeys } from './configuration/trustKeys.js';
import { enableProxy } from './coordinator/operations/authProxy/enableProxy.js';
import { makeOrganization } from './coordinator/operations/organizations/makeOrganization.js';
import { checkPublicKey } from './coordinator/records/credentials.js';
import { shaped } from './http/readBody.js';
import type { Row } from './store/schema.js';
import type { Tools } from './tools.js';

/** What a parent organization is known by: nothing of it is secret. */
export type Parent = {
  readonly organizationId: string;
  readonly authProxyConfigId: string;
  readonly trust: PinnedKeys;
};

/** What a parent organization is made of. */
export type NewParent = {
  readonly name: string;
  /** Compressed hex. */
  readonly rootPublicKey: string;
  /** A UUID that is the same each time, for development and tests. Default: a random one. */
  readonly authProxyConfigId?: string | undefined;
  /** The settings of a new configuration beside the defaults. */
  readonly settings?: AuthProxyConfigChanges | undefined;
};

/**
 * Creates a parent organization with one root user from a *public* key (compressed hex), its trust keys and its enabled auth proxy. Called
 * again with the same key and name, or the organization's original name, it changes nothing and returns the same.
 *
 * @throws {RefusedError} PUBLIC_KEY_INVALID, REQUEST_INVALID for settings that cannot stand
 */
export async function makeParent(
  tools: Tools,
  { name, rootPublicKey, authProxyConfigId: configId, settings = {} }: NewParent,
): Promise<Parent> {
  const nowMs = tools.clock();
  const changes = shaped(authProxyChanges, settings);
  const fresh = changedSettings(defaultSettings, changes);
  checkCaptcha(fresh, 'absent');
  checkPublicKey(rootPublicKey);
  return tools.store.transaction(async (transaction) => {
    const existing = (await known('name')) ?? (await known('first_name'));
    const organizationId = existing?.organization_id ?? (await make());
    const organization = { organization_id: organizationId, parent_id: null };
    const { authProxyConfigId } = await enableProxy(tools, transaction, organization, nowMs, {
      configId,
      settings: fresh,
    });
    return { organizationId, authProxyConfigId, trust: await pinnedKeys(transaction, organizationId) };

    function known(column: 'name' | 'first_name'): Promise<Pick<Row<'organizations'>, 'organization_id'> | undefined> {
      return transaction
        .selectFrom('organizations')
        .innerJoin('credentials', 'credentials.organization_id', 'organizations.organization_id')
        .select('organizations.organization_id')
        .where('parent_id', 'is', null)
        .where(column, '=', name)
        .where('lookup_key', '=', rootPublicKey)
        .executeTakeFirst();
    }

    async function make(): Promise<string> {
      const apiKey = { apiKeyName: 'Root', publicKey: rootPublicKey, curveType: 'API_KEY_CURVE_P256' as const };
      const rootUser = { userName: 'Root', verified: { email: false, phoneNumber: false }, apiKeys: [apiKey] };
      const made = await makeOrganization(tools, transaction, {
        parentId: null,
        name,
        rootUsers: [rootUser],
        rootQuorumThreshold: 1,
        keyProof: 'proved',
        requester: null,
        nowMs,
      });
      await makeTrustKeys(tools, transaction, made.organizationId);
      return made.organizationId;
    }
  });
}
