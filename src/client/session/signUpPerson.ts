import { type ProxySignupRequest, proxySignup } from '../../contract/proxy.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { loadPart } from '../loadPart.js';

/** Signs a person up, with the wallet of the settings, and with proofs of its addresses if they are wanted. @returns the organization's id */
export async function signUpPerson(
  client: Client,
  person: Omit<ProxySignupRequest, 'wallet'>,
  requestOptions?: RequestOptions,
): Promise<string> {
  const { wallet, verifyProofs = 'never' } = client.settings;
  const proofs = wallet && verifyProofs !== 'never' ? await loadPart(import('../proofs/newAddresses.js')) : undefined;
  const request = { ...person, ...(wallet && { wallet }), ...(await proofs?.askingForProofs(client, requestOptions)) };
  const { organizationId } = await callProxy(client, proxySignup, request, requestOptions);
  proofs?.madeHere(client, organizationId);
  return organizationId;
}
