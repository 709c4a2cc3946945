import { type Budget, bytesIn, type Leaf, NotDescribed, spend, type Value } from './value.js';

/** A step of a path: a member, all items of a list, one of them, or some bytes. */
type Step =
  | { readonly is: 'member'; readonly name: string }
  | { readonly is: 'all' }
  | { readonly is: 'at'; readonly index: number }
  | { readonly is: 'slice'; readonly from: number; readonly to: number | undefined };

/** A path of a descriptor. `#`: in what is signed; `@`: of the transaction itself; `$`: in the descriptor. */
export type DescriptorPath = { readonly root: '#' | '@' | '$'; readonly steps: readonly Step[] };

/** A value that a path has found, and which item of each list that it went through. */
export type FoundValue = {
  readonly value: Value;
  readonly indices: readonly number[];
  /** The leaf that some bytes were taken of, and which. */
  readonly part?: { readonly of: Leaf; readonly from: number; readonly to: number } | undefined;
};

/**
 * Reads a path: `#.orders.[0].token`, `path.[-1]`, `data.[:20]`, `@.value`.
 *
 * @throws {NotDescribed} for what is none
 * @see ERC-7730, "Path references"
 */
export function readDescriptorPath(text: string): DescriptorPath {
  const parts = text.slice(0, mostLetters + 1).split('.');
  if (text.length > mostLetters || parts.length > mostSteps) throw new NotDescribed('A path is too long.');
  const [first = ''] = parts;
  const root = first === '#' || first === '@' || first === '$' ? first : undefined;
  return { root: root ?? '#', steps: (root ? parts.slice(1) : parts).map(stepOf) };
}

function stepOf(part: string): Step {
  if (/^[A-Za-z_$][\w$-]*$/.test(part)) return { is: 'member', name: part };
  if (part === '[]') return { is: 'all' };
  const [, index] = /^\[(-?\d{1,5})\]$/.exec(part) ?? [];
  if (index !== undefined) return { is: 'at', index: Number(index) };
  const [slice, from = '', to = ''] = /^\[(-?\d{0,5}):(-?\d{0,5})\]$/.exec(part) ?? [];
  if (slice === undefined) throw new NotDescribed('A path cannot be read.');
  return { is: 'slice', from: Number(from), to: to === '' ? undefined : Number(to) };
}

/**
 * Follows a path.
 *
 * @param along - which items of lists are meant, where the path goes through the same ones as another that has been followed.
 * @throws {NotDescribed} where it leads nowhere
 */
export function follow(
  value: Value,
  { steps }: DescriptorPath,
  budget: Budget,
  along?: readonly number[],
): readonly FoundValue[] {
  let found: readonly FoundValue[] = [{ value, indices: [] }];
  for (const step of steps) found = found.flatMap((each) => next(each, step, budget, along));
  return found;
}

function next(
  found: FoundValue,
  step: Step,
  budget: Budget,
  along: readonly number[] | undefined,
): readonly FoundValue[] {
  spend(budget);
  const { value, indices, part } = found;
  if (part) throw new NotDescribed('A path goes on behind some bytes.');
  if (step.is === 'member') {
    const member = value.is === 'tuple' ? value.members.get(step.name) : undefined;
    if (!member) throw new NotDescribed('A path leads nowhere.');
    return [{ value: member, indices }];
  }
  if (step.is === 'all') {
    if (value.is === 'leaf') return [found];
    if (value.is !== 'list') throw new NotDescribed('A path leads nowhere.');
    const one = along?.[indices.length];
    const all = value.items.map((item, index) => ({ value: item, indices: [...indices, index] }));
    return one === undefined ? all : all.slice(one, one + 1);
  }
  if (step.is === 'at') {
    if (value.is === 'leaf')
      return [sliced(value, indices, step.index, step.index === -1 ? undefined : step.index + 1)];
    const item = value.is === 'list' ? value.items.at(step.index) : undefined;
    if (!item) throw new NotDescribed('A path leads nowhere.');
    return [{ value: item, indices }];
  }
  if (value.is === 'leaf') return [sliced(value, indices, step.from, step.to)];
  if (value.is !== 'list') throw new NotDescribed('A path leads nowhere.');
  return [{ value: { is: 'list', items: value.items.slice(step.from, step.to) }, indices }];
}

function sliced(leaf: Leaf, indices: readonly number[], from: number, to: number | undefined): FoundValue {
  const bytes = bytesIn(leaf);
  const place = (at: number) => (at < 0 ? bytes.length + at : at);
  const [start, end] = [place(from), to === undefined ? bytes.length : place(to)];
  if (start < 0 || end > bytes.length || start >= end) throw new NotDescribed('A path leads behind the bytes.');
  return {
    value: { is: 'leaf', type: 'bytes', value: bytes.slice(start, end) },
    indices,
    part: { of: leaf, from: start, to: end },
  };
}

const mostLetters = 512;
const mostSteps = 24;
