import type { CreateSmartContractInterfaceParameters } from '../../../contract/contracts.js';
import { refused } from '../../../contract/refusals.js';
import { fromBase58 } from '../../../crypto/base58.js';
import { EncodingError } from '../../../crypto/encodingError.js';
import { checkAbi } from './abi.js';
import { readIdl } from './idl.js';
import { checkTypes } from './idlTypes.js';

type Given = Pick<CreateSmartContractInterfaceParameters, 'smartContractAddress' | 'smartContractInterface' | 'type'>;

/**
 * Reads an interface whole, so that nothing is kept that no call could be read by, or that a call would be dear to read by.
 *
 * @returns the address as it is compared: of Ethereum in lower case.
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 */
export async function checkContractInterface({
  smartContractAddress,
  smartContractInterface,
  type,
}: Given): Promise<string> {
  const json = parsed(smartContractInterface);
  if (type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM') {
    if (!/^0x[\da-fA-F]{40}$/.test(smartContractAddress)) throw invalid('the address');
    await checkAbi(json);
    return smartContractAddress.toLowerCase();
  }
  if (!isSolanaAddress(smartContractAddress)) throw invalid('the address');
  checkTypes(await readIdl(json));
  return smartContractAddress;
}

function parsed(text: string): unknown {
  checkMarks(text);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('no JSON');
  }
}

const mostMarks = 60_000;
const deepest = 64;

/**
 * Counts what makes a JSON text dear to parse, which its length does not say: its commas, colons and brackets outside of strings.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID beyond {@link mostMarks}, and below {@link deepest} levels
 */
function checkMarks(text: string): void {
  let marks = 0;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isString = !isString;
    else if (isString) at += character === '\\' ? 1 : 0;
    else if (character === ',' || character === ':') marks += 1;
    else if (character === '[' || character === '{') {
      marks += 1;
      depth += 1;
    } else if (character === ']' || character === '}') depth -= 1;
    if (marks > mostMarks || depth > deepest) throw invalid('too many values, or too deep in each other');
  }
}

function isSolanaAddress(address: string): boolean {
  try {
    return fromBase58(address).length === 32;
  } catch (error) {
    if (error instanceof EncodingError) return false;
    throw error;
  }
}

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
