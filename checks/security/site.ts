import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import type { AuthProxyConfigChanges } from '../../src/contract/authProxy.records.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import type { Parent } from '../../src/service/makeParent.js';
import type { ServiceSecrets } from '../../src/service/secrets/givenSecrets.js';
import { post } from '../../test/support/live/client.js';
import { noLimits } from '../../test/support/live/noLimits.js';
import type { Place } from '../../test/support/live/place.js';
import type { Program } from '../../test/support/live/program.js';
import { freshSecrets } from '../../test/support/live/secrets.js';
import { init, type Serving, type Starting, serve } from '../../test/support/live/serve.js';
import { openSmsHook, type SmsHook } from '../../test/support/live/smsHook.js';
import { activityOf, type Party, resultOf, yes } from '../../test/support/live/wire.js';

/** A running `latchkey serve` on loopback. Its text messages go to a webhook of the check. */
export type Site = {
  readonly serving: Serving;
  readonly secrets: ServiceSecrets;
  readonly parent: Parent;
  /** The parent organization's root user. */
  readonly root: Pick<Party, 'key' | 'organizationId'>;
  readonly hook: SmsHook;
  readonly close: () => Promise<void>;
};

/** Settings for an app whose users share one address: no limit on an address's requests. */
export const manyAnAddress: AuthProxyConfigChanges = {
  allowedAuthMethods: ['sms', 'wallet'],
  ...noLimits,
};

export async function openSite(
  { program, place, changes = manyAnAddress }: { program: Program; place: Place; changes?: AuthProxyConfigChanges },
  starting: Starting = {},
): Promise<Site> {
  const hook = await openSmsHook();
  const { variables, secrets } = freshSecrets();
  const all = { ...variables, ...place.variables, SMS_WEBHOOK_URL: hook.url };
  const key = await createSigningKey();
  const parent = await init(program, all, key.publicKey);
  const serving = await serve(program, all, starting);
  const root = { key, organizationId: parent.organizationId };
  const allowing = await activityOf(root, updateAuthProxyConfig, changes);
  yes(allowing, await post(serving.url, allowing));
  return {
    serving,
    secrets,
    parent,
    root,
    hook,
    close: async () => {
      await serving.kill();
      hook.close();
    },
  };
}

/** Creates a sub-organization with one root user. `given`: its key. */
export async function makeOrganization({ serving, root }: Site, name: string, given?: SigningKey): Promise<Party> {
  const key = given ?? (await createSigningKey());
  const apiKey = { apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' };
  const making = await activityOf(root, createSubOrganization, {
    subOrganizationName: name,
    rootUsers: [{ userName: name, apiKeys: [apiKey] }],
    rootQuorumThreshold: 1,
  });
  type Made = { subOrganizationId: string; rootUserIds: [string] };
  const made = resultOf<Made>(createSubOrganization, making, await post(serving.url, making));
  return { key, organizationId: made.subOrganizationId, userId: made.rootUserIds[0] };
}
