import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { keccak256 } from '../../crypto/ethereum.js';
import { toHex } from '../../crypto/hex.js';
import { isObject } from '../../crypto/json.js';
import type { TypedDataToRead } from '../typedDataLeaves.js';
import { functionFragment, readArguments } from './abi.js';
import { describedBy, type Signed } from './describedBy.js';
import type { DescribePlace } from './describePlace.js';
import type { Description } from './description.js';
import { type Descriptor, isFor, kindOf, memberOf } from './descriptor.js';
import { encodedType, typedDataValue } from './typedDataValue.js';
import { type Budget, type Leaf, NotDescribed, spend } from './value.js';

/** A call: the contract in lower case behind 0x, and how much of the chain's coin it is given, in the smallest unit. */
export type CallToDescribe = {
  readonly to: string;
  readonly data: Bytes;
  /** `undefined` of a call in another one, where nothing says it. */
  readonly value: bigint | undefined;
};

/** A call in the words of the first descriptor that knows its contract and function, and that can be followed. */
export const describeCall = (call: CallToDescribe, place: DescribePlace): Promise<Description | undefined> =>
  callIn(call, place, { steps: mostSteps }, 0);

async function callIn(
  { to, data, value }: CallToDescribe,
  place: DescribePlace,
  budget: Budget,
  depth: number,
): Promise<Description | undefined> {
  const { descriptors, chain, signer } = place;
  if (data.length < 4 || data.length > mostBytes || depth > mostDepth) return undefined;
  const selector = toHex(data.subarray(0, 4));
  spend(budget, descriptors.length);
  for (const descriptor of descriptors.filter((each) => isFor(each, BigInt(chain.id), to))) {
    if (kindOf(descriptor) !== 'contract') continue;
    for (const [key, format] of formatsIn(descriptor)) {
      const signature = functionFragment(key);
      if (!signature || (await selectorOf(signature.canonical)) !== selector) continue;
      const described = await orNone(async () => {
        const { value: content, isAll } = readArguments(signature.arguments, data.subarray(4), budget);
        const container = new Map<string, Leaf>([
          ['to', { is: 'leaf', type: 'address', value: to }],
          ['chainId', { is: 'leaf', type: 'uint256', value: BigInt(chain.id) }],
        ]);
        if (signer !== undefined) container.set('from', { is: 'leaf', type: 'address', value: signer });
        if (value !== undefined) container.set('value', { is: 'leaf', type: 'uint256', value });
        const permits = /approv|allowance|permit/i.test(signature.canonical.split('(')[0] ?? '');
        const signed: Signed = { content, container, isAll, permits, contract: to, isTypedData: false };
        return describedBy(descriptor, format, signed, place, budget, (inner) =>
          callIn(inner, { ...place, signer: undefined }, budget, depth + 1),
        );
      });
      if (described) return described;
    }
  }
  return undefined;
}

/** Typed data that `typedDataLeaves` can read, in the words of the first descriptor that knows their types and contract. */
export async function describeTypedData(data: TypedDataToRead, place: DescribePlace): Promise<Description | undefined> {
  const { domain = {} } = data;
  const contract = String(memberOf(domain, 'verifyingContract') ?? '').toLowerCase();
  const chainId = String(memberOf(domain, 'chainId') ?? '');
  if (!/^(0x[\da-f]{1,16}|\d{1,16})$/i.test(chainId) || BigInt(chainId) !== BigInt(place.chain.id)) return undefined;
  const budget = { steps: mostSteps };
  for (const descriptor of place.descriptors.filter((each) => isFor(each, BigInt(chainId), contract))) {
    if (kindOf(descriptor) !== 'eip712' || !isSameDomain(descriptor, domain)) continue;
    const type = encodedType(data);
    const [, format] = formatsIn(descriptor).find(([key]) => key === type) ?? [];
    if (!format) continue;
    const described = await orNone(async () => {
      const content = typedDataValue(data, budget);
      const container = new Map<string, Leaf>([
        ['to', { is: 'leaf', type: 'address', value: contract }],
        ['chainId', { is: 'leaf', type: 'uint256', value: BigInt(chainId) }],
      ]);
      const signed: Signed = { content, container, isAll: true, permits: true, contract, isTypedData: true };
      return describedBy(descriptor, format, signed, place, budget, (inner) =>
        callIn(inner, { ...place, signer: undefined }, budget, 1),
      );
    });
    if (described) return described;
  }
  return undefined;
}

/** Every member of the domain that a descriptor names has its value. One that is told apart by its hash alone is not known here. */
function isSameDomain(descriptor: Descriptor, domain: object): boolean {
  const context = memberOf(descriptor, 'context', 'eip712');
  if (memberOf(context, 'domainSeparator') !== undefined) return false;
  const named = memberOf(context, 'domain') ?? {};
  return Object.entries(named).every(
    ([name, value]) => String(memberOf(domain, name)).toLowerCase() === String(value).toLowerCase(),
  );
}

const formatsIn = (descriptor: Descriptor): readonly (readonly [key: string, format: object])[] =>
  Object.entries(memberOf(descriptor, 'display', 'formats') ?? {}).filter((entry): entry is [string, object] =>
    isObject(entry[1]),
  );

const selectors = new Map<string, string>();

async function selectorOf(canonical: string): Promise<string> {
  const known = selectors.get(canonical);
  if (known !== undefined) return known;
  const selector = toHex((await keccak256(utf8(canonical))).subarray(0, 4));
  if (selectors.size < mostKept) selectors.set(canonical, selector);
  return selector;
}

/** Nothing where a descriptor cannot be followed: the raw fields are shown. */
async function orNone(describe: () => Promise<Description>): Promise<Description | undefined> {
  try {
    return await describe();
  } catch (error) {
    if (error instanceof NotDescribed) return undefined;
    throw error;
  }
}

const mostBytes = 65_536;
const mostSteps = 20_000;
const mostDepth = 3;
const mostKept = 10_000;
