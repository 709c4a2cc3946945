import type { Activity, Vote } from '../../contract/activities.records.js';
import { effectOf, parametersOf, signedOf } from '../../hooks/effectOf.js';
import { visible } from '../visible.js';
import type { ApprovalFacts } from './approvalMessages.js';

/** What a request would do, read from its activity. */
export function approvalFacts(activity: Activity): ApprovalFacts {
  const parameters = parametersOf(activity);
  const [, name] = Object.entries(parameters).find(isNameOfIt) ?? [];
  const { signWith } = parameters;
  const effect = effectOf(activity);
  const kind = activity.type.replace(/^ACTIVITY_TYPE_|_V\d+$/g, '');
  const action = kind.replaceAll('_', ' ').toLowerCase();
  return { kind, action, name: textOf(name), signed: signedOf(activity), signWith: textOf(signWith), effect, activity };
}

/**
 * The same text for activities that would do the same: by the same key the same effect, with addresses in full, since what is told of
 * them is shortened; or else all the same parameters. Where the service hides some of these, an activity is like no other.
 */
export function sameness(activity: Activity): string {
  const parameters = parametersOf(activity);
  const effect = effectOf(activity);
  const text = JSON.stringify([activity.type, effect ? [parameters.signWith, effect] : parameters]);
  return text.includes('"[redacted]"') ? activity.id : text;
}

/** Not a name of something else: beside a user's id, the name of a key that the requester chose would read as the user's. */
const isNameOfIt = ([member, value]: [string, unknown]): boolean =>
  /(^n|N)ame$/.test(member) && !notOfIt.has(member) && isText(value) && !value.startsWith('FEATURE_NAME_');
const notOfIt = new Set(['apiKeyName', 'appName', 'sendFromEmailSenderName']);

/** Who has approved it; the requester is the first. */
export function approvalsOf({ votes }: Activity): readonly Vote[] {
  return votes
    .filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED')
    .sort((one, other) => msOf(one.createdAt) - msOf(other.createdAt));
}

/** Milliseconds since 1970. */
export function msOf(time: NonNullable<Activity['createdAt']>): number {
  return typeof time === 'string' ? Date.parse(time) : Number(time.seconds) * 1_000 + Number(time.nanos) / 1_000_000;
}

/** How long approvals are valid, in milliseconds: a day. */
export const approvalsLastMs = 86_400_000;

const isText = (value: unknown): value is string => typeof value === 'string';
const textOf = (value: unknown): string | undefined => (isText(value) ? visible(value) : undefined);
