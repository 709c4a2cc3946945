import type { Activity, Vote } from '../../../../contract/activities.records.js';
import { type Bytes, fromUtf8, utf8 } from '../../../../crypto/bytes.js';
import type { Primitives } from '../../../primitives.js';
import { fingerprintOf } from './fingerprint.js';

/** What is longer than this is kept of a failed activity as its hash alone. */
const mostBytes = 1024;

type Hashing = Pick<Primitives, 'sha256'>;

/**
 * The stored parameters of a failed activity: it had no effect, so that they need not be kept in full. A long member is replaced by
 * `[dropped sha256:…]`, with which its content can still be proved.
 */
export async function droppedParameters(
  hashing: Hashing,
  parameters: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {}; // strict JSON has no `__proto__`
  for (const [name, member] of Object.entries(parameters)) kept[name] = await droppedMember(hashing, member);
  return kept;
}

/** A text as it is kept of a failed activity: in full, or its hash. */
async function droppedText(hashing: Hashing, text: string): Promise<string> {
  const bytes = utf8(text);
  return bytes.length > mostBytes ? `[dropped ${await fingerprintOf(hashing, bytes)}]` : text;
}

/** {@link droppedText} of bytes whose fingerprint is known. */
export const droppedBytes = (bytes: Bytes, fingerprint: string): string =>
  bytes.length > mostBytes ? `[dropped ${fingerprint}]` : fromUtf8(bytes);

/** An activity as it is shown: one that failed before long members were dropped at the recording may still hold them. */
export async function withoutLongMembers(hashing: Hashing, activity: Activity): Promise<Activity> {
  if (activity.status !== 'ACTIVITY_STATUS_FAILED') return activity;
  const intent: Activity['intent'] = {};
  for (const [key, parameters] of Object.entries(activity.intent)) {
    intent[key] = await droppedParameters(hashing, parameters as Record<string, unknown>);
  }
  const votes: Vote[] = [];
  for (const vote of activity.votes) votes.push({ ...vote, message: await droppedText(hashing, vote.message) });
  return { ...activity, intent, votes };
}

/** Long texts first, wherever they stand; then a list or an object that is still too long, as its JSON. */
async function droppedMember(hashing: Hashing, member: unknown): Promise<unknown> {
  const kept = await droppedTexts(hashing, member);
  if (typeof kept !== 'object' || kept === null) return kept;
  const json = JSON.stringify(kept);
  if (json.length <= mostBytes && utf8(json).length <= mostBytes) return kept;
  return droppedText(hashing, JSON.stringify(member));
}

async function droppedTexts(hashing: Hashing, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return droppedText(hashing, value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await droppedTexts(hashing, item));
    return items;
  }
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) members[name] = await droppedTexts(hashing, member);
  return members;
}
