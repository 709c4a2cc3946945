import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import { authProxyConfigOf } from '../../../configuration/authProxyConfigs.js';
import { defaultSettings } from '../../../configuration/authProxySettings.js';
import { oauth2AppsOf } from '../../../configuration/oauth2Apps.js';
import { sealProxyKey } from '../../../configuration/proxyKey.js';
import { makeKeyPair, trustPublicKey } from '../../../configuration/trustKeys.js';
import { newId } from '../../../ids.js';
import type { Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import type { Organization } from '../../callers/caller.js';
import { addUser } from '../../records/newUser.js';
import { laterTime } from '../../records/revisions.js';

/**
 * Enables an organization's auth proxy. The first time it creates the proxy user and its API key, whose private half is sealed to the proxy
 * and not kept here; `decide` limits that user to login activities.
 *
 * @param fresh - the id, a UUID, and settings of a configuration that does not exist yet.
 */
export async function enableProxy(
  tools: Tools,
  db: Kysely<Tables>,
  organization: Pick<Organization, 'organization_id' | 'parent_id'>,
  nowMs: number,
  fresh: FreshConfig = {},
): Promise<{ authProxyConfigId: string; userId: string }> {
  const config = await authProxyConfigOf(db, organization.organization_id);
  if (!config) return create(tools, db, organization, nowMs, fresh);
  if (config.enabled === 0) {
    await db
      .updateTable('auth_proxy_configs')
      .set({ enabled: 1, updated_at_ms: laterTime(config, nowMs) })
      .where('config_id', '=', config.config_id)
      .execute();
  }
  return { authProxyConfigId: config.config_id, userId: config.proxy_user_id };
}

type FreshConfig = { readonly configId?: string | undefined; readonly settings?: AuthProxySettings };

async function create(
  tools: Tools,
  db: Kysely<Tables>,
  organization: Pick<Organization, 'organization_id' | 'parent_id'>,
  nowMs: number,
  { configId = newId(tools.random), settings = defaultSettings }: FreshConfig,
): Promise<{ authProxyConfigId: string; userId: string }> {
  const { features } = await db
    .selectFrom('organizations')
    .select('features')
    .where('organization_id', '=', organization.organization_id)
    .executeTakeFirstOrThrow();
  const { publicKey, sealed } = await makeKeyPair(tools, (privateKey) =>
    sealProxyKey(tools.proxyPublicKey, configId, privateKey),
  );
  const apiKey = { apiKeyName: 'Auth proxy', publicKey, curveType: 'API_KEY_CURVE_P256' as const };
  const user = { userName: 'Auth proxy', verified: { email: false, phoneNumber: false }, apiKeys: [apiKey] };
  const userId = await addUser(tools, db, organization, user, { isRoot: 0, isProxy: 1, keyProof: 'proved', nowMs });
  await db
    .insertInto('auth_proxy_configs')
    .values({
      config_id: configId,
      organization_id: organization.organization_id,
      enabled: 1,
      proxy_user_id: userId,
      proxy_public_key: publicKey,
      sealed_proxy_key: sealed,
      verification_public_key: await trustPublicKey(db, organization, 'tls_fetcher_sign'),
      settings: JSON.stringify(settings),
      features,
      oauth2_credentials: await oauth2AppsOf(db, organization.organization_id),
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .execute();
  return { authProxyConfigId: configId, userId };
}
