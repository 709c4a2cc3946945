import { ActivitySentence } from 'latchkey';
import { type Activity, type ActivityRow, signRawPayload, signRawPayloads, signTransaction } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { subjectOf } from './activityWords.js';

/** What an activity was about: of a signature what it does, in the words of the inbox; else the name that it gives or changes. */
export function Subject({ activity }: { readonly activity: Activity }): ReactElement | null {
  if (signatures.has(activity.type)) return <ActivitySentence activity={activity} />;
  const name = subjectOf(activity);
  return name === undefined ? null : <bdi>{name}</bdi>;
}

const signing: readonly ActivityRow[] = [signTransaction, signRawPayload, signRawPayloads];
const signatures = new Set(signing.flatMap(({ versions }) => Object.values(versions).map(({ type }) => type)));
