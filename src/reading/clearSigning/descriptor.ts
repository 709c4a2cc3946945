import { isObject } from '../../crypto/json.js';

/**
 * A document that says in words what a contract's calls, or typed data, mean: parsed JSON of ERC-7730, version 1 or 2, whose `includes`
 * are merged already. It names the contracts that it is for in `deployments`.
 *
 * @example
 * {
 *   context: { contract: { deployments: [{ chainId: 1, address: '0x…' }] } },
 *   metadata: { owner: 'Example' },
 *   display: { formats: { 'deposit(uint256 amount)': { intent: 'Deposit', fields: [{ path: 'amount', label: 'Amount' }] } } },
 * }
 * @see ERC-7730
 */
export type Descriptor = { readonly [member: string]: unknown };

/** A member of an object of JSON; nothing that all objects have. */
export function memberOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}

/** What stands in a place that takes one or several. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** What a descriptor is for. */
export const kindOf = (descriptor: Descriptor): 'contract' | 'eip712' | undefined =>
  (['contract', 'eip712'] as const).find((kind) => isObject(memberOf(descriptor, 'context', kind)));

/** Whether a descriptor names this contract on this chain. */
export function isFor(descriptor: Descriptor, chainId: bigint, address: string): boolean {
  const kind = kindOf(descriptor);
  if (!kind) return false;
  return listOf(memberOf(descriptor, 'context', kind, 'deployments')).some(
    (each) =>
      String(memberOf(each, 'chainId')) === String(chainId) &&
      String(memberOf(each, 'address')).toLowerCase() === address,
  );
}
