import type { Activity, ActivityStatus } from 'latchkey/contract';

/** What an activity does, in words: `ACTIVITY_TYPE_CREATE_POLICY_V3` is “Create policy”. */
export function typeWords(type: string): string {
  const name = type.replace(/^ACTIVITY_TYPE_/, '').replace(/_V\d+$/, '');
  const words = phrases.get(name) ?? name.split('_').map(spelled).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const phrases: ReadonlyMap<string, string> = new Map([
  ['STAMP_LOGIN', 'log in with a key or passkey'],
  ['OTP_LOGIN', 'log in with a code'],
  ['OAUTH_LOGIN', 'log in with a provider'],
]);

const spellings: ReadonlyMap<string, string> = new Map([
  ['API', 'API'],
  ['ETH', 'Ethereum'],
  ['OAUTH', 'OAuth'],
  ['OAUTH2', 'OAuth 2.0'],
  ['OTP', 'OTP'],
  ['SOL', 'Solana'],
  ['TVC', 'TVC'],
]);

const spelled = (word: string): string => spellings.get(word) ?? word.toLowerCase();

/** The name that an activity gives or changes, where its parameters have one. */
export function subjectOf({ intent }: Activity): string | undefined {
  const parameters = Object.values(intent)[0];
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const found = Object.entries(parameters).find(([member, value]) => /^\w+Name$/.test(member) && isText(value));
  return found?.[1];
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** How a state is said, and how its chip looks. */
export const states: Readonly<Record<ActivityStatus, { readonly words: string; readonly look: string }>> = {
  ACTIVITY_STATUS_CREATED: { words: 'Created', look: '' },
  ACTIVITY_STATUS_PENDING: { words: 'Running', look: '' },
  ACTIVITY_STATUS_COMPLETED: { words: 'Completed', look: 'good' },
  ACTIVITY_STATUS_FAILED: { words: 'Failed', look: 'bad' },
  ACTIVITY_STATUS_CONSENSUS_NEEDED: { words: 'Waiting for approval', look: 'warn' },
  ACTIVITY_STATUS_REJECTED: { words: 'Rejected', look: 'bad' },
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: { words: 'Waiting for a passkey', look: 'warn' },
};

/** The id of who submitted it: they approved it first. */
export const submitterOf = ({ votes }: Activity): string | undefined => votes[0]?.userId;
