import { expect, test } from 'vitest';
import type {
  HookError,
  LatchkeyProviderProps,
  LoginCardProps,
  LoginProblem,
  useCreateWallet,
  useGetWallet,
  useLoginWithOauth,
  useOtpVerify,
  WalletHomeProps,
} from '../../src/index.js';

/** What the error of a hook may be. */
type CodeOf<Hook extends (...input: never[]) => { error: { code: string } | null }> = NonNullable<
  ReturnType<Hook>['error']
>['code'];

// The compiler is the test: a mistyped code, or one that the operation never answers, does not compile.
const named: {
  wallet: CodeOf<typeof useGetWallet>[];
  created: CodeOf<typeof useCreateWallet>[];
  code: CodeOf<typeof useOtpVerify>[];
  oauth: CodeOf<typeof useLoginWithOauth>[];
  any: HookError['code'][];
  told: Parameters<NonNullable<(LatchkeyProviderProps | WalletHomeProps)['onError']>>[0]['code'][];
  card: (LoginProblem | Parameters<NonNullable<LoginCardProps['onError']>>[0])['code'][];
} = {
  wallet: ['WALLET_NOT_FOUND', 'NETWORK_FAILED', 'API_KEY_EXPIRED', 'UNKNOWN_REFUSAL'],
  created: ['LIMIT_REACHED', 'ACTIVITY_NEEDS_APPROVAL', 'ACTIVITY_REJECTED', 'TOO_MANY_PENDING'],
  code: ['OTP_WRONG', 'CAPTCHA_CANCELLED'],
  oauth: ['OAUTH_CANCELLED', 'POPUP_BLOCKED'],
  any: ['LIMIT_REACHED', 'PASSKEY_CANCELLED', 'BUNDLE_SIGNER_UNKNOWN', 'MNEMONIC_INVALID', 'PART_NOT_FETCHED'],
  told: ['LIMIT_REACHED', 'POPUP_BLOCKED', 'INSUFFICIENT_FUNDS', 'UNKNOWN_REFUSAL'],
  card: ['OTP_WRONG', 'POPUP_BLOCKED', 'SETTINGS_INVALID', 'UNKNOWN_REFUSAL'],
};
// @ts-expect-error INSUFFICIENT_FUNDS
named.told.push('INSUFICIENT_FUNDS');
// @ts-expect-error POPUP_BLOCKED
named.card.push('POPUP_BLOKED');
// @ts-expect-error LIMIT_REACHED
named.any.push('LIMIT_REACHD');
// @ts-expect-error not of this operation
named.wallet.push('OTP_WRONG');
// @ts-expect-error not of this operation
named.created.push('TEMPLATE_INVALID');
// @ts-expect-error POPUP_BLOCKED
named.oauth.push('POPUP_BLOKED');

test('codes of errors are closed unions', () => {
  const isOut = (error: HookError) => error.code === 'UNKNOWN_REFUSAL' && error.rawCode === 'MOON_FULL';
  expect(isOut({ name: 'RefusedError', message: 'no', code: 'UNKNOWN_REFUSAL', rawCode: 'MOON_FULL' })).toBe(true);
  const isToldOut: LoginCardProps = { onError: (error) => error.rawCode === 'MOON_FULL' };
  expect(isToldOut.onError).toBeTypeOf('function');
  expect(Object.values(named).flat()).toContain('LIMIT_REACHD'); // at run time it is text
});
