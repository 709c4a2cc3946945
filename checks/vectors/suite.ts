import { LatchkeyError } from '../../src/errors.js';

/** The vectors of one source through one way into the product. */
export type Suite = {
  readonly name: string;
  /** The function or endpoint of the product that says yes or no, or computes. */
  readonly through: string;
  /** The file or folder. Two suites over one file count its vectors once in the sum of vectors. */
  readonly vectors: string;
  run(): Promise<readonly Outcome[]>;
};

/** What became of one case. */
export type Outcome =
  /** As the vector says. */
  | { readonly is: 'right' }
  /** Taken although the vector says invalid, or answered otherwise than the vector says. */
  | { readonly is: 'wrong'; readonly id: string }
  /** Valid, and refused on purpose: `because` follows from the vector itself, not from our answer. */
  | { readonly is: 'refused'; readonly because: string }
  /** Valid, and refused; nobody knows why. */
  | { readonly is: 'unexplained'; readonly id: string; readonly code: string }
  /** There is no way into the product for it. Not counted. */
  | { readonly is: 'out of reach'; readonly because: string };

/** What a vector says of itself. `acceptable`: some take it, a strict reader does not; both are right. */
export type Verdict = 'valid' | 'invalid' | 'acceptable';

/** What the product said: a value, or the code of its refusal. */
export type Answer<T> = { readonly value: T } | { readonly code: string };

/** Asks the product. What is no refusal of ours, such as a TypeError, is a crash, and ends the check. */
export async function asked<T>(question: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await question() };
  } catch (error) {
    if (error instanceof LatchkeyError) return { code: error.code };
    throw error;
  }
}

/**
 * Compares a yes or no with the vector's.
 *
 * @param answer - yes is the value `true`; `false` and every code are no.
 * @param because - why a valid case of this kind is refused on purpose; left out when it must be taken.
 */
export function judged(vector: {
  id: string;
  verdict: Verdict;
  answer: Answer<boolean>;
  because?: () => string | undefined;
}): Outcome {
  const { id, verdict, answer } = vector;
  const taken = 'value' in answer && answer.value;
  if (taken) return verdict === 'invalid' ? { is: 'wrong', id } : right;
  if (verdict === 'invalid') return right;
  if (verdict === 'acceptable') return { is: 'refused', because: 'the vector leaves it open: not in canonical form' };
  const because = vector.because?.();
  const code = 'code' in answer ? answer.code : 'false';
  return because === undefined ? { is: 'unexplained', id, code } : { is: 'refused', because };
}

/** Compares what was computed with what the vector says must come out. */
export async function computed(
  id: string,
  expected: string,
  compute: () => string | Promise<string>,
): Promise<Outcome> {
  const answer = await asked(compute);
  if ('code' in answer) return { is: 'unexplained', id, code: answer.code };
  return answer.value === expected ? right : { is: 'wrong', id };
}

const right: Outcome = { is: 'right' };

/** What `look` says of each case, one after the other: the machine may be busy with other things. */
export async function eachOf<T, Seen>(cases: readonly T[], look: (each: T) => Seen | Promise<Seen>): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const each of cases) seen.push(await look(each));
  return seen;
}
