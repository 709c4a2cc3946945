import type { Activity, ActivityStatus } from 'latchkey/contract';

/** `ACTIVITY_TYPE_CREATE_POLICY_V3` → `Create policy`. */
export function titleOf(type: string): string {
  const words = type
    .replace(/^ACTIVITY_TYPE_/, '')
    .replace(/_V\d+$/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  const named = words.replace(/\b(?:api|otp|oauth2?|tvc)\b/g, (word) => names[word] ?? word);
  return named.charAt(0).toUpperCase() + named.slice(1);
}

const names: Readonly<Record<string, string>> = { api: 'API', otp: 'OTP', oauth: 'OAuth', oauth2: 'OAuth 2.0', tvc: 'TVC' };

/** A state in a word, and how it looks. */
export const stateOf: Readonly<
  Record<ActivityStatus, { readonly word: string; readonly look: '' | 'good' | 'warn' | 'bad' }>
> = {
  ACTIVITY_STATUS_CREATED: { word: 'Created', look: '' },
  ACTIVITY_STATUS_PENDING: { word: 'Under way', look: 'warn' },
  ACTIVITY_STATUS_COMPLETED: { word: 'Done', look: 'good' },
  ACTIVITY_STATUS_FAILED: { word: 'Failed', look: 'bad' },
  ACTIVITY_STATUS_CONSENSUS_NEEDED: { word: 'Waits for approval', look: 'warn' },
  ACTIVITY_STATUS_REJECTED: { word: 'Rejected', look: 'bad' },
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: { word: 'Waits for a passkey', look: 'warn' },
};

/** The id of who submitted it: they approved it first. */
export const submitterOf = ({ votes }: Activity): string | undefined => votes[0]?.userId;
