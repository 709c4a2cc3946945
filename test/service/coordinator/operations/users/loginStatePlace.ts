import { type GetLoginStateResponse, getLoginState } from '../../../../../src/contract/loginState.queries.js';
import type { LoginMethod } from '../../../../../src/contract/loginState.records.js';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../../src/contract/proxy.js';
import { RefusedError } from '../../../../../src/contract/refusals.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { nodePrimitives } from '../../../../../src/service/nodePrimitives.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { type Party, rootOf } from '../../../../support/parties.js';
import { ask, callProxy, loginRequest, signupRequest } from '../../../../support/wire.js';

export const minuteMs = 60_000;
export const contact = 'ada@example.com';
export const home = '198.51.100.1';

const primitives = await nodePrimitives();

/** A service, its parent's root user, and Ada, who has signed up by e-mail at home. */
export async function openLoginStatePlace(store?: Store) {
  const service = await createTestService({
    primitives,
    ...(store && { store }),
    config: { allowedAuthMethods: ['email'] },
  });
  const root = await rootOf(service);
  const ada = await signUpAt(contact, home);
  return { service, root, ada, init, verified, logIn, stateOf, methodOf, tokenOf, keyIdOf };

  /** Signs up and logs in from an address, as the kit does. */
  async function signUpAt(address: string, clientAddress: string): Promise<Party & { readonly deviceToken: string }> {
    const key = await createSigningKey();
    const { otpId } = await init(address, clientAddress);
    const verificationToken = await verified(
      otpId,
      service.inbox.lastCode(address) ?? '',
      key.publicKey,
      clientAddress,
    );
    const signup = await signupRequest(verificationToken, key);
    const { organizationId, userId } = await callProxy<Party>(service, proxySignup, signup, {}, clientAddress);
    const login = await loginRequest(verificationToken, key, organizationId);
    const { deviceToken } = await callProxy<{ deviceToken: string }>(service, proxyOtpLogin, login, {}, clientAddress);
    service.clock.advanceMs(2 * 60 * minuteMs);
    return { key, organizationId, userId, deviceToken };
  }

  async function init(address: string, clientAddress: string, deviceToken?: string): Promise<{ otpId: string }> {
    service.clock.advanceMs(1);
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: address, ...(deviceToken && { deviceToken }) };
    const sent = await callProxy<{ otpId: string }>(service, proxyOtpInit, request, {}, clientAddress);
    await service.service.deliver();
    return sent;
  }

  async function verified(otpId: string, otpCode: string, publicKey: string, clientAddress: string): Promise<string> {
    const typed = { otpId, otpCode, publicKey };
    const answer = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, typed, {}, clientAddress);
    return answer.verificationToken;
  }

  /** What a login by a code is answered: `in`, or the code of the refusal and when to come again. */
  async function logIn({ address = contact, from = '192.0.2.200', deviceToken = '' } = {}) {
    try {
      const { otpId } = await init(address, from, deviceToken || undefined);
      const key = await createSigningKey();
      const token = await verified(otpId, service.inbox.lastCode(address) ?? '', key.publicKey, from);
      await callProxy(service, proxyOtpLogin, await loginRequest(token, key), {}, from);
      return { code: 'in' };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return { code: error.code, untilMs: service.clock() + (error.retryAfterMs ?? Number.NaN) };
    }
  }

  function stateOf({ organizationId, userId }: Pick<Party, 'organizationId' | 'userId'>, by: Party = root) {
    return ask<GetLoginStateResponse>(service, by.key, getLoginState, { organizationId, userId });
  }

  async function methodOf(name: LoginMethod['method'], person: Pick<Party, 'organizationId' | 'userId'> = ada) {
    const found = (await stateOf(person)).methods.find(({ method }) => method === name);
    if (!found) throw new Error(`nothing is said of ${name}`);
    const reasons = found.reasons.map(({ code, concerns }) => `${code} ${concerns}`);
    return { ...found, reasons, until: found.reasons.map(({ until }) => until && msOf(until)) };
  }

  async function tokenOf(publicKey: string): Promise<string> {
    const { otpId } = await init(contact, home);
    return verified(otpId, service.inbox.lastCode(contact) ?? '', publicKey, home);
  }

  async function keyIdOf({ organizationId, userId }: Party): Promise<{ apiKeyId: string }> {
    const { credential_id } = await service.service.tools.store.db
      .selectFrom('credentials')
      .select('credential_id')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .where('kind', '=', 'API_KEY')
      .where('expires_at_ms', 'is', null)
      .executeTakeFirstOrThrow();
    return { apiKeyId: credential_id };
  }
}

export type LoginStatePlace = Awaited<ReturnType<typeof openLoginStatePlace>>;

/** Milliseconds since 1970. */
export const msOf = ({ seconds, nanos }: { seconds: string; nanos: string }) =>
  Number(seconds) * 1000 + Number(nanos) / 1e6;
