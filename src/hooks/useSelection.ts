'use client';
import { useCallback } from 'react';

/** Combines the hook's selection from an answer with the app's: the same function while the app's is the same. */
export function useSelection<Answer, Ours, Data>(
  ours: (answer: Answer) => Ours,
  theirs: ((taken: Ours) => Data) | undefined,
): (answer: Answer) => Data {
  return useCallback(
    // Without a selection of the app, its data is the hook's.
    (answer: Answer) => (theirs ? theirs(ours(answer)) : (ours(answer) as Ours & Data)),
    [ours, theirs],
  );
}
