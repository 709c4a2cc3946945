'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { ProblemNote } from '../ProblemNote.js';

const useNote = lazyScreen(async () => (await import('./SuspendedNote.js')).SuspendedNote);

type ProblemProps = { id?: string; code: string | number | undefined; sentence: string };

/** Why the last attempt failed; to who is suspended, what they can still do, and whom to ask. */
export function Problem({ id, code, sentence }: ProblemProps): ReactElement | null {
  const isSuspended = code === 'SUSPENDED';
  const { Screen: Note, lost } = useNote(isSuspended);
  const named = id === undefined ? {} : { id };
  if (!isSuspended || lost) return <ProblemNote {...named} sentence={sentence} />;
  return Note ? <Note {...named} /> : null;
}
