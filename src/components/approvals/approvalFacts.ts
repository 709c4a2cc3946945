import type { Activity, Vote } from '../../contract/activities.records.js';
import { effectOf, parametersOf, signedOf } from '../../hooks/effectOf.js';
import type { Token } from '../../reading/token.js';
import { visible } from '../../reading/visible.js';
import type { ApprovalFacts, ApprovalMessages } from '../english/approvalMessages.js';
import { formatAgo } from '../timeText.js';

/** What a request would do, read from its activity. */
export function approvalFacts(activity: Activity, tokens: readonly Token[] = []): ApprovalFacts {
  const parameters = parametersOf(activity);
  const [, name] = Object.entries(parameters).find(isNameOfIt) ?? [];
  const { signWith } = parameters;
  const effect = effectOf(activity, tokens);
  const kind = activity.type.replace(/^ACTIVITY_TYPE_|_V\d+$/g, '');
  const action = kind.replaceAll('_', ' ').toLowerCase();
  return { kind, action, name: textOf(name), signed: signedOf(activity), signWith: textOf(signWith), effect, activity };
}

/**
 * Who requested an activity, and how long ago: `Asked by Bo`, `4 minutes ago`. Only when, if its votes do not say who: a rejection
 * replaces the requester's own approval, and approvals lapse. Only a vote as old as the activity is the requester's.
 *
 * @param seen.userId - of the person who reads it.
 */
export function requested(
  activity: Activity,
  words: ApprovalMessages,
  seen: { readonly nowMs: number; readonly userId: string | undefined },
): readonly string[] {
  const [first] = approvalsOf(activity);
  const { createdAt = first?.createdAt } = activity;
  if (createdAt === undefined) return [];
  const atMs = msOf(createdAt);
  const when = [formatAgo(seen.nowMs - atMs, words.locale)];
  const asked = first && msOf(first.createdAt) - atMs < oneSecondMs ? first : undefined;
  if (!asked) return when;
  if (asked.userId === seen.userId) return [words.askedByYou, ...when];
  // In isolates: a name from right to left would take the numbers behind it along.
  return [words.askedBy(`\u2068${visible(asked.user?.userName ?? asked.userId)}\u2069`), ...when];
}

/** A hosted service may give times in whole seconds. */
const oneSecondMs = 1_000;

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

/** Not a name of something else: beside a user's id, the name of a key that the requester chose would read as the user's. */
const isNameOfIt = ([member, value]: [string, unknown]): boolean =>
  /(^n|N)ame$/.test(member) && !notOfIt.has(member) && isText(value) && !value.startsWith('FEATURE_NAME_');

const notOfIt = new Set(['apiKeyName', 'appName', 'sendFromEmailSenderName']);

const isText = (value: unknown): value is string => typeof value === 'string';

const textOf = (value: unknown): string | undefined => (isText(value) ? visible(value) : undefined);
