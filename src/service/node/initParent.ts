import { sessionsOfAWeek } from '../configuration/authProxySettings.js';
import { sendByChannel } from '../delivery/channels.js';
import { makeParent } from '../makeParent.js';
import { parentOrganizations } from '../store/parentOrganizations.js';
import type { InitEnvironment } from './environment.js';
import { openService } from './openService.js';
import { openStore } from './openStore.js';
import type { Outputs } from './outputs.js';

/**
 * `latchkey init`: migrates the database and creates the parent organization, whose name messages use. It sends nothing. Another name or
 * key creates another organization, with a warning: it may be a typing error.
 *
 * @throws {SecretsError} SECRETS_UNFIT
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {RefusedError} PUBLIC_KEY_INVALID, REQUEST_INVALID for a name that cannot stand in a message
 */
export async function initParent(
  { store, secrets }: InitEnvironment,
  parent: { name: string; rootPublicKey: string },
  { print, say }: Outputs,
): Promise<void> {
  const service = await openService(await openStore(store), { secrets, send: sendByChannel({}) });
  try {
    const others = await parentOrganizations(service.tools.store);
    const made = await makeParent(service.tools, {
      ...parent,
      settings: { ...sessionsOfAWeek, emailCustomizationParams: { appName: parent.name } },
    });
    print(JSON.stringify(made, null, 2));
    if (others.length === 0 || others.some(({ organization_id }) => organization_id === made.organizationId)) return;
    const beside = others.map(({ name, organization_id }) => `${name} (${organization_id})`).join(', ');
    say(
      `This made one more organization, beside ${beside}: init with the same name and key changes nothing. latchkey config takes --organization from now on.`,
    );
  } finally {
    await service.close();
  }
}
