import type { Bytes } from '../../crypto/bytes.js';
import { isObject } from '../../crypto/json.js';
import type { DescribePlace } from './describePlace.js';
import type { DescribedField, Description } from './description.js';
import { type Descriptor, isFor, listOf, memberOf } from './descriptor.js';
import { type DescriptorPath, type FoundValue, follow, readDescriptorPath } from './descriptorPath.js';
import { descriptorWords } from './descriptorWords.js';
import { type FormatPlace, type Formatted, formats, isZero, raw } from './fieldFormats.js';
import {
  addressIn,
  type Budget,
  bytesIn,
  type Leaf,
  leavesOf,
  NotDescribed,
  numberIn,
  rawText,
  spend,
  type Value,
} from './value.js';

/** What is signed, read apart from any descriptor. */
export type Signed = {
  /** The arguments, or the message. */
  readonly content: Value;
  /** Of the transaction itself: `to`, `from`, `value`, `chainId`. */
  readonly container: ReadonlyMap<string, Leaf>;
  /** Whether there are no bytes beside the content. */
  readonly isAll: boolean;
  /** Whether an amount of it is what somebody may take. */
  readonly permits: boolean;
  readonly contract: string;
  readonly isTypedData: boolean;
};

type InnerCall = (call: { to: string; data: Bytes; value: bigint | undefined }) => Promise<Description | undefined>;

/**
 * What is signed, in the words of one format of a descriptor.
 *
 * @throws {NotDescribed} where the descriptor cannot be followed to its end
 */
export async function describedBy(
  descriptor: Descriptor,
  format: object,
  signed: Signed,
  { chain, tokens, signer }: DescribePlace,
  budget: Budget,
  inner: InnerCall,
): Promise<Description> {
  const root: Value = signed.content;
  const container: Value = { is: 'tuple', members: signed.container };
  const told: NonNullable<FoundValue['part']>[] = [];
  const fields: (DescribedField & { readonly path: string })[] = [];
  let isWhole = signed.isAll;
  let isUnlimited = false;

  const inDescriptor = ({ steps }: DescriptorPath): unknown =>
    memberOf(descriptor, ...steps.map((step) => (step.is === 'member' ? step.name : '')));
  const at = (text: string, base: string, along?: readonly number[]): readonly FoundValue[] => {
    spend(budget);
    const path = readDescriptorPath(absolute(text, base));
    return follow(path.root === '@' ? container : root, path, budget, along);
  };
  /** A constant, which may stand elsewhere in the descriptor. */
  const constant = (value: unknown): unknown => {
    spend(budget);
    const found = typeof value === 'string' && value.startsWith('$.') ? inDescriptor(readDescriptorPath(value)) : value;
    if (isLeaf(found)) throw new NotDescribed('A constant poses as a value of what is signed.');
    return found;
  };
  const tell = ({ value, part }: FoundValue) => {
    if (part) told.push(part);
    else for (const { leaf } of leavesOf(value)) told.push({ of: leaf, from: 0, to: bytesIn(leaf).length });
  };
  const ownToken: FormatPlace['ownToken'] = (address) => {
    const [symbol, decimals] = ['ticker', 'decimals'].map((name) => memberOf(descriptor, 'metadata', 'token', name));
    if (typeof symbol !== 'string' || !isFor(descriptor, BigInt(chain.id), address)) return undefined;
    return typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals < 256
      ? { symbol: descriptorWords(symbol), decimals }
      : undefined;
  };

  async function show(spec: unknown, base: string, along: readonly number[] = []): Promise<void> {
    spend(budget);
    if (fields.length >= mostFields) throw new NotDescribed('There are too many fields.');
    const field = withReference(spec, constant);
    const path = memberOf(field, 'path');
    const children = memberOf(field, 'fields');
    if (Array.isArray(children)) {
      const below = typeof path === 'string' ? absolute(path, base) : base;
      if (budget.steps < 0 || below.length > 512) throw new NotDescribed('A path is too long.');
      // The fields of each item of a list stand together.
      const items = below.endsWith('[]') ? at(below, '', along).map(({ indices }) => indices) : [along];
      for (const item of items) for (const child of children) await show(child, below, item);
      return;
    }
    const visible = memberOf(field, 'visible');
    if (visible === 'never') return;
    const label = descriptorWords(memberOf(field, 'label'));
    if (typeof path !== 'string') {
      fields.push({ label, value: descriptorWords(constant(memberOf(field, 'value'))), kind: 'other', path: '' });
      return;
    }
    if (signed.isTypedData && absolute(path, base) === '@.from') return;
    for (const found of at(path, base, along)) {
      const { value, indices } = found;
      if (value.is !== 'leaf') {
        // A list without a format for its items is shown one by one.
        for (const { leaf } of leavesOf(value)) await one(field, label, { value: leaf, indices }, base, path);
        continue;
      }
      await one(field, label, found, base, path);
    }
  }

  async function one(field: unknown, label: string, found: FoundValue, base: string, path: string): Promise<void> {
    spend(budget);
    if (found.value.is !== 'leaf') throw new NotDescribed('A value has parts.');
    const leaf = found.value;
    const rule = memberOf(field, 'visible');
    if (isObject(rule)) {
      const isIn = (name: string) => listOf(memberOf(rule, name)).some((each) => String(each) === rawText(leaf));
      if (memberOf(rule, 'mustMatch') !== undefined && !isIn('mustMatch'))
        throw new NotDescribed('A value is not the one that the descriptor expects.');
      if (memberOf(rule, 'mustMatch') !== undefined || isIn('ifNotIn')) return;
    }
    const params = memberOf(field, 'params');
    const used: FoundValue[] = [];
    const param = (name: string): unknown => {
      const other = memberOf(params, `${name}Path`);
      if (other === undefined) {
        const own = memberOf(params, name);
        return Array.isArray(own) ? own.map(constant) : constant(own);
      }
      const [value] = at(String(other), base, found.indices);
      if (value?.value.is !== 'leaf') throw new NotDescribed('A parameter has no value.');
      if (shownParameters.has(name)) used.push(value);
      return value.value;
    };
    const name = String(memberOf(field, 'format') ?? 'raw');
    const push = (formatted: Omit<DescribedField, 'label'>) => {
      if (fields.length >= mostFields) throw new NotDescribed('There are too many fields.');
      fields.push({ label, ...formatted, path: absolute(path, base) });
    };
    // Parameters of version 2 that change what a value means.
    if (param('selector') !== undefined || !isOwnChain(param('chainId')))
      throw new NotDescribed('A value is of another chain, or a call of another function.');
    if (name === 'calldata') {
      const call = await innerCall(leaf, param);
      if (call) {
        // Whom its contract takes for the sender, and what that one pays, is not wholly told.
        isWhole = false;
        isUnlimited ||= call.isUnlimited;
        push({ value: call.intent, kind: 'call', call });
        return;
      }
    }
    const { isUnlimited: isAll, ...formatted }: Formatted =
      formats.get(name)?.(leaf, { chain, tokens, param, ownToken, signer }) ?? raw(leaf);
    if (isAll && signed.permits) isUnlimited = true;
    // Bytes of any length may be a call of their own, which nobody reads in hex.
    const isShort = found.part !== undefined && bytesIn(leaf).length <= 32 && name !== 'calldata';
    if (leaf.type !== 'bytes' || isShort) for (const each of [found, ...used]) tell(each);
    push(formatted);
  }

  async function innerCall(leaf: Leaf, param: (name: string) => unknown): Promise<Description | undefined> {
    const callee = param('callee');
    const amount = param('amount');
    const to = isLeaf(callee) ? addressIn(callee) : undefined;
    if (to === undefined || !(leaf.value instanceof Uint8Array)) return undefined;
    return inner({ to, data: leaf.value, value: isLeaf(amount) ? numberIn(amount) : undefined });
  }

  function isOwnChain(named: unknown): boolean {
    if (named === undefined) return true;
    return isLeaf(named) ? numberIn(named) === BigInt(chain.id) : String(named) === String(chain.id);
  }

  const list = memberOf(format, 'fields');
  if (!Array.isArray(list)) throw new NotDescribed('A format has no fields.');
  for (const field of list) await show(field, '');
  const intent = descriptorWords(intentOf(memberOf(format, 'intent')));
  const owner = memberOf(descriptor, 'metadata', 'owner');
  const own = [signer, signed.contract];
  isWhole &&= leavesOf(root).every(({ name, leaf }) => isTold(leaf, told) || isHarmless(name, leaf, own, signed));
  return {
    intent,
    sentence: sentenceOf(memberOf(format, 'interpolatedIntent'), fields),
    owner: typeof owner === 'string' ? descriptorWords(owner) : undefined,
    fields: fields.map(({ path: _, ...field }) => field),
    ...{ isWhole, isUnlimited },
  };
}

const isLeaf = (value: unknown): value is Leaf => isObject(value) && memberOf(value, 'is') === 'leaf';

/** Version 1 also has an intent in parts. */
const intentOf = (intent: unknown): unknown =>
  isObject(intent)
    ? Object.entries(intent)
        .map(([name, value]) => `${name} ${String(value)}`)
        .join(', ')
    : intent;

/** A field, with what its `$ref` names under its own members. */
function withReference(field: unknown, constant: (value: unknown) => unknown): unknown {
  const reference = memberOf(field, '$ref');
  if (reference === undefined) return field;
  const named = constant(reference);
  if (!isObject(named) || !isObject(field) || Object.hasOwn(named, '$ref'))
    throw new NotDescribed('A reference leads nowhere.');
  const params = { ...Object(memberOf(named, 'params')), ...Object(memberOf(field, 'params')) };
  return { ...named, ...field, params };
}

/** A path in a group begins where the group's does. */
function absolute(path: string, base: string): string {
  if (/^[#@$]/.test(path) || base === '') return path.replace(/^#\./, '');
  return `${base}.${path}`;
}

/** Whether all its bytes but zeros are in the fields. */
function isTold(leaf: Leaf, told: readonly NonNullable<FoundValue['part']>[]): boolean {
  const parts = told.filter(({ of }) => of === leaf);
  return bytesIn(leaf).every((byte, at) => byte === 0 || parts.some(({ from, to }) => at >= from && at < to));
}

/** What pays nobody and permits nothing. Names are part of what is signed in typed data alone. */
function isHarmless(name: string, leaf: Leaf, own: readonly (string | undefined)[], { isTypedData }: Signed): boolean {
  if (isZero(leaf) || (leaf.type === 'address' && own.includes(String(leaf.value)))) return true;
  return isTypedData && /^(nonce|salt)$/.test(name) && leaf.type !== 'address' && leaf.type !== 'bytes';
}

/** The sentence of a descriptor, with the values of its fields. `undefined` where it has none, or names something else. */
function sentenceOf(
  text: unknown,
  fields: readonly (DescribedField & { readonly path: string })[],
): string | undefined {
  if (typeof text !== 'string' || text.length > 500) return undefined;
  const pieces = text.split(/(\{[^{}]*\})/).map((piece, at, { length }) => {
    if (at % 2 === 0) {
      const said = piece === '' ? '' : descriptorWords(piece);
      const read = said.normalize('NFKC');
      const joins = (at > 0 && beginsWithNumber.test(read)) || (at < length - 1 && endsWithNumber.test(read));
      return joins ? undefined : said;
    }
    const path = absolute(piece.slice(1, -1), '').replace(/\.\[\]$/, '');
    const found = fields.filter((field) => field.path !== '' && field.path.replace(/\.\[\]$/, '') === path);
    return found.length === 0 ? undefined : found.map(({ value }) => value).join(', ');
  });
  return pieces.includes(undefined) || pieces.some((piece, at) => at % 2 === 0 && /[{}]/.test(piece ?? ''))
    ? undefined
    : pieces.join('');
}

/** What touches a value would be read as a part of it: the 1 of `1{amount}`, the sign of `-{amount}`. */
const endsWithNumber = /\p{N}[^\p{L}]*$|[-+\u2212.,]$/u;
const beginsWithNumber = /^[^\p{L}]*\p{N}/u;

/** Parameters that stand beside the value, or have to be what the card says: what another one leads to is not seen. */
const shownParameters: ReadonlySet<string> = new Set(['token', 'collection', 'chainId']);

const mostFields = 64;
