import { type ProxySignupRequest, proxySignup } from '../../contract/proxy.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { serviceConfig } from '../serviceConfig.js';
import { holdBack } from './heldBack.js';

/**
 * Signs a person up, and asks for App Proofs of the wallet's addresses if the service makes them. Where proofs are required, the addresses
 * of the new organization are held back in this visit until they verify, whether or not the service makes any.
 *
 * @returns the id of the organization
 */
export async function signUpWithProofs(
  client: Client,
  request: ProxySignupRequest,
  requestOptions: RequestOptions = {},
): Promise<string> {
  const config = await serviceConfig(client, requestOptions);
  const asking = { ...request, ...(config?.appProofs && { generateAppProofs: true }) };
  const { organizationId } = await callProxy(client, proxySignup, asking, requestOptions);
  if (client.settings.verifyProofs === 'required') holdBack(client, organizationId);
  return organizationId;
}
