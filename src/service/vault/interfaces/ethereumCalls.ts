import { type Bytes, utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { inSlices } from '../../slices.js';
import type { Steps } from '../../steps.js';
import { loadKeccak256 } from '../keccak.js';
import { type AbiFunction, readAbi } from './abi.js';
import { readAbiArguments } from './abiArguments.js';
import { type CallMembers, callSteps, UnreadableCall } from './callValue.js';

/** A call of a contract, under the names by which policies know its parts. */
export type ContractCall = { readonly function_name: string; readonly contract_call_args: CallMembers };

/** Reads the data of a transaction; `undefined` where they are no call of the interface. `budget`: a step for each value. */
export type ReadEthereumCall = (data: Bytes, budget?: Steps) => ContractCall | undefined;

/**
 * Makes ready to read calls by an ABI. Of functions that begin with the same four bytes none is read.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 * @see Contract ABI Specification, "Function Selector"
 */
export async function ethereumCallsOf(abi: unknown): Promise<ReadEthereumCall> {
  const keccak = await loadKeccak256();
  const functions = new Map<string, AbiFunction | 'several'>();
  await inSlices(await readAbi(abi), (each) => {
    const selector = toHex(keccak(utf8(each.signature)).subarray(0, selectorBytes));
    functions.set(selector, functions.has(selector) ? 'several' : each);
  });
  return (data, budget = callSteps(data.length)) => {
    const called = functions.get(toHex(data.subarray(0, selectorBytes)));
    return called && called !== 'several' ? callOf(called, data, budget) : undefined;
  };
}

const selectorBytes = 4;

function callOf({ name, inputs }: AbiFunction, data: Bytes, budget: Steps): ContractCall | undefined {
  try {
    return { function_name: name, contract_call_args: readAbiArguments(data.subarray(selectorBytes), inputs, budget) };
  } catch (error) {
    if (error instanceof UnreadableCall) return undefined;
    throw error;
  }
}
