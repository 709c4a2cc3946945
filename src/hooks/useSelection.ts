'use client';
import { useCallback } from 'react';

/** What a hook takes out of an answer, and of that what the app asks for: the same function while the app's is the same. */
export function useSelection<Answer, Ours, Data>(
  ours: (answer: Answer) => Ours,
  theirs: ((taken: Ours) => Data) | undefined,
): (answer: Answer) => Data {
  return useCallback(
    // Where the app selects nothing, its data is what we take out.
    (answer: Answer) => (theirs ? theirs(ours(answer)) : (ours(answer) as Ours & Data)),
    [ours, theirs],
  );
}
