import type { InitOtpResult } from '../../../src/contract/otp.js';
import { proxyOtpInit, proxyOtpVerify } from '../../../src/contract/proxy.js';
import { RefusedError } from '../../../src/contract/refusals.js';
import { findCaller } from '../../../src/service/coordinator/callers/caller.js';
import { newAsking } from '../../../src/service/coordinator/engine/handlers/asking.js';
import type { Execution } from '../../../src/service/coordinator/engine/handlers/handler.js';
import { activityHandlers } from '../../../src/service/coordinator/handlers.js';
import { initOtpHandler } from '../../../src/service/coordinator/operations/otp/initOtp.js';
import { verifyOtpHandler } from '../../../src/service/coordinator/operations/otp/verifyOtp.js';
import type { TestService } from '../../../src/testing/createTestService.js';
import { callProxy } from '../../../test/support/wire.js';

/** Where an attacker requests codes and guesses them. */
export type Route = {
  /** @returns the code's id and whether it is a long one, or how long to wait. */
  readonly requestCode: (
    contact: string,
    address: string,
  ) => Promise<{ otpId: string; isLong: boolean } | { waitMs: number }>;
  /** Sends guesses of one code at once, each from an address of its own. @returns how many got a token. */
  readonly guess: (otpId: string, codes: readonly string[], addresses: readonly string[]) => Promise<number>;
};

/** Through the auth proxy. */
export function atTheProxy(service: TestService): Route {
  return {
    async requestCode(contact, address) {
      try {
        const request = { otpType: 'OTP_TYPE_EMAIL', contact };
        return codeIn(await callProxy<InitOtpResult>(service, proxyOtpInit, request, {}, address));
      } catch (error) {
        return { waitMs: waitOf(error) };
      }
    },
    async guess(otpId, codes, addresses) {
      const tried = codes.map(async (otpCode, index) => {
        try {
          return await callProxy(service, proxyOtpVerify, { otpId, otpCode }, {}, addresses[index]);
        } catch (error) {
          if (error instanceof RefusedError && wrongCodes.has(error.code)) return undefined;
          throw error;
        }
      });
      return (await Promise.all(tried)).filter((answer) => answer !== undefined).length;
    },
  };
}

/** Through the two handlers alone, which is faster: the same limits, generator and hash, without HTTP and signatures. */
export async function atTheExecutions(service: TestService, otpLength: number): Promise<Route> {
  const { tools } = service.service;
  const { store } = tools;
  const { organizationId } = service;
  const { proxy_public_key: lookupKey } = await store.db
    .selectFrom('auth_proxy_configs')
    .select('proxy_public_key')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const proxyUser = {
    organizationId,
    lookupKey,
    curveType: 'API_KEY_CURVE_P256',
    nowMs: service.clock(),
    from: ['organization'] as const,
  };
  const found = await store.read((db) => findCaller(db, proxyUser));
  const inTransaction = <T>(run: (execution: Execution) => Promise<T>) =>
    store.transaction((transaction) =>
      run({
        tools,
        transaction,
        nowMs: service.clock(),
        ...found,
        isByRootQuorum: false,
        generateAppProofs: false,
        activityId: '',
        belongsTo: null,
        clientAddress: '',
        userTag: undefined,
        handlers: activityHandlers,
        asking: newAsking(),
        ballot: {
          message: '',
          stamp: { publicKey: '', scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '' },
          belongsTo: null,
        },
      }),
    );
  return {
    requestCode: (contact, address) =>
      inTransaction(async (execution) => {
        const request = {
          otpType: 'OTP_TYPE_EMAIL' as const,
          contact,
          appName: 'App',
          userIdentifier: `${address.replaceAll('.', '-')}.`,
        };
        const code = { otpLength, alphanumeric: false, expirationSeconds: '300' };
        const parameters = { ...request, ...code };
        const answer = await initOtpHandler.execute({ version: 'V2', parameters, prepared: undefined }, execution);
        if (answer.kind === 'failed') return { waitMs: waitOf(answer.refusal) };
        if (answer.kind !== 'done') throw new Error(`A code ends with: ${answer.kind}`);
        return codeIn(answer.result);
      }),
    guess: (otpId, codes) =>
      inTransaction(async (execution) => {
        let tokens = 0;
        for (const otpCode of codes) {
          const parameters = { otpId, otpCode };
          const answer = await verifyOtpHandler.execute({ version: 'V1', parameters, prepared: parameters }, execution);
          if (answer.kind === 'done' || answer.kind === 'answered before') tokens += 1;
        }
        return tokens;
      }),
  };
}

const codeIn = ({ otpId, otpAlphanumeric }: InitOtpResult) => ({ otpId, isLong: otpAlphanumeric === true });

const wrongCodes: ReadonlySet<string> = new Set(['OTP_WRONG', 'OTP_SPENT', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS']);

function waitOf(error: unknown): number {
  if (error instanceof RefusedError && error.code === 'TOO_MANY_CODES') return error.retryAfterMs ?? 0;
  throw error;
}
