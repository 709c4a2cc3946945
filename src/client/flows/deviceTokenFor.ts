import { proxyWalletKitConfig } from '../../contract/proxyConfig.js';
import { RefusedError } from '../../contract/refusals.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';

/**
 * The token of this device's last login with a contact, where there is one and the service takes it: it is a member of our own,
 * which others refuse.
 */
export async function deviceTokenFor(
  client: Client,
  contact: string,
  requestOptions: RequestOptions,
): Promise<string | undefined> {
  const token = await client.deviceTokens.get(contact);
  return token !== undefined && (await isTaken(client, requestOptions)) ? token : undefined;
}

/** What the service said, once for each client. */
const said = new WeakMap<Client, boolean>();

async function isTaken(client: Client, requestOptions: RequestOptions): Promise<boolean> {
  const known = said.get(client);
  if (known !== undefined) return known;
  try {
    const { deviceTokens = false } = await callProxy(client, proxyWalletKitConfig, {}, requestOptions);
    said.set(client, deviceTokens);
    return deviceTokens;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}
