import type { GetStatisticsResponse, Statistic } from 'latchkey/contract';

type Spans = GetStatisticsResponse['spans'];

/** Of a kind by method, the most frequent first. */
export function byMethod(spans: Spans, kind: Statistic['kind']): readonly (readonly [method: string, times: number])[] {
  const sums = new Map<string, number>();
  for (const { method = '', times } of ofKind(spans, kind)) sums.set(method, (sums.get(method) ?? 0) + times);
  return [...sums].sort(([, one], [, other]) => other - one);
}

export const ofKind = (spans: Spans, kind: Statistic['kind']): readonly Statistic[] =>
  spans.flatMap(({ statistics }) => statistics).filter((each) => each.kind === kind);

export const sum = (statistics: readonly Statistic[]): number => statistics.reduce((all, { times }) => all + times, 0);

const names: Readonly<Record<string, string>> = {
  email: 'Email code',
  sms: 'SMS code',
  passkey: 'Passkey',
  wallet: 'Key of a wallet, or API key',
  code: 'Code',
  oauth: 'Provider',
  x: 'X',
  discord: 'Discord',
  'https://accounts.google.com': 'Google',
  'https://appleid.apple.com': 'Apple',
  'https://www.facebook.com': 'Facebook',
  sign_raw_payload: 'Messages',
  sign_raw_payloads: 'Several messages',
  sign_transaction: 'Transactions',
  '': 'Without a credential',
};

/** What a method is called; of a provider of one's own, its address. */
export const methodWords = (method: string): string => names[method] ?? method.replace(/^https:\/\//, '');

const steps: Readonly<Record<string, string>> = {
  otp_init: 'Asking for a code',
  init_otp: 'Asking for a code, by a backend',
  otp_verify: 'Typing the code',
  verify_otp: 'Typing the code, by a backend',
  otp_login: 'Logging in by a code',
  oauth_login: 'Logging in at a provider',
  oauth2_authenticate: 'Coming back from X or Discord',
  signup: 'Signing up',
  create_sub_organization: 'Signing up, by a backend',
  stamp_login: 'Logging in by a passkey or key',
  create_read_only_session: 'Making a session that only reads',
  sign_raw_payload: 'Signing a message',
  sign_raw_payloads: 'Signing messages',
  sign_transaction: 'Signing a transaction',
};

/** What somebody was doing who was refused. */
export const stepWords = (step: string): string => steps[step] ?? step;
