import { type ProxySignupRequest, proxySignup } from '../../contract/proxy.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { loadPart } from '../loadPart.js';

/** Signs a person up, with the wallet of the settings. @returns the id of their organization */
export async function signUpPerson(
  client: Client,
  person: Omit<ProxySignupRequest, 'wallet'>,
  requestOptions?: RequestOptions,
): Promise<string> {
  const { wallet, verifyProofs = 'never' } = client.settings;
  const request = { ...person, ...(wallet && { wallet }) };
  if (!wallet || verifyProofs === 'never')
    return (await callProxy(client, proxySignup, request, requestOptions)).organizationId;
  const { signUpWithProofs } = await loadPart(import('../proofs/signUpWithProofs.js'));
  return signUpWithProofs(client, request, requestOptions);
}
