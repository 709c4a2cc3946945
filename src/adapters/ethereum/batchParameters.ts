import { isObject } from '../../crypto/json.js';
import { EthereumError } from './ethereumError.js';
import { chainIdIn, invalidParameters, transactionIn } from './parameters.js';
import type { Hex, TransactionToSign } from './transaction.js';
import { isAddress, isHex } from './values.js';

/** What is fixed of a transaction of a batch before anybody is asked. */
export type BatchCall = Pick<TransactionToSign, 'to' | 'value' | 'data'>;

/** A batch as wallet_sendCalls takes it. */
export type BatchRequest = {
  readonly id: Hex | undefined;
  /** Default: the first account. */
  readonly from: Hex | undefined;
  readonly chainId: number;
  readonly calls: readonly BatchCall[];
};

const method = 'wallet_sendCalls';

/**
 * Reads a batch. A member that it does not know is refused: it would be left out of what is signed.
 *
 * @throws {EthereumError} PARAMETERS_INVALID, CAPABILITY_NOT_SUPPORTED, BATCH_TOO_LARGE, ATOMICITY_NOT_SUPPORTED
 * @see EIP-5792
 */
export function batchIn(parameters: readonly unknown[]): BatchRequest {
  const [given] = copied(parameters);
  if (!isObject(given)) throw invalidParameters(method, 'it takes a batch of calls');
  refuseStrangers('a batch', given, ['version', 'id', 'from', 'chainId', 'atomicRequired', 'calls', 'capabilities']);
  const { version, id, from, atomicRequired, calls, capabilities } = given;
  if (version !== '2.0.0') throw invalidParameters(method, 'version is 2.0.0');
  if (from !== undefined && !isAddress(from)) throw invalidParameters(method, 'from is an address');
  if (typeof atomicRequired !== 'boolean') throw invalidParameters(method, 'atomicRequired is true or false');
  if (!Array.isArray(calls) || calls.length === 0)
    throw invalidParameters(method, 'calls is a list of at least one call');
  if (calls.length > mostCalls) throw tooLarge(`${calls.length} calls: at most ${mostCalls} are sent`);
  const chainId = chainIdIn(given.chainId, method);
  const request = { id: id === undefined ? undefined : batchIdIn(id, method), from, chainId, calls: calls.map(callIn) };
  const bytes = request.calls.reduce((sum, { data = '0x' }) => sum + data.length / 2 - 1, 0);
  if (bytes > mostBytes) throw tooLarge(`${bytes} bytes of data: at most ${mostBytes} are read`);
  refuseRequired(capabilities);
  for (const each of calls) refuseRequired((each as Record<string, unknown>).capabilities);
  if (atomicRequired)
    throw new EthereumError(
      'ATOMICITY_NOT_SUPPORTED',
      'The transactions of a batch are sent one after the other: ask for it without atomicRequired.',
    );
  return request;
}

/** What a page changes after it has asked is neither shown nor sent. */
function copied(parameters: readonly unknown[]): readonly unknown[] {
  try {
    return JSON.parse(JSON.stringify(parameters));
  } catch {
    throw invalidParameters(method, 'it is written in JSON');
  }
}

/** The id of a batch: up to 4,096 bytes in hex behind 0x. */
export function batchIdIn(value: unknown, method: string): Hex {
  if (isHex(value) && value.length > 2 && value.length <= 2 + 2 * 4_096) return value;
  throw invalidParameters(method, 'an id has 1 to 4,096 bytes in hex behind 0x');
}

/** What wallet_getCapabilities takes: an account, and the chains that it is about. */
export function capabilitiesIn([address, chainIds]: readonly unknown[]): {
  readonly address: Hex | undefined;
  readonly isAbout: (chainId: number) => boolean;
} {
  const method = 'wallet_getCapabilities';
  if (address !== undefined && address !== null && !isAddress(address))
    throw invalidParameters(method, 'it takes an address');
  if (chainIds !== undefined && !(Array.isArray(chainIds) && chainIds.length <= mostChains))
    throw invalidParameters(method, `chain ids are a list of at most ${mostChains}`);
  const asked = chainIds && new Set(chainIds.map((id) => chainIdIn(id, method)));
  return { address: address ?? undefined, isAbout: (chainId) => asked === undefined || asked.has(chainId) };
}

/** What is read is bounded. */
const mostCalls = 100;
const mostBytes = 65_536;
const mostChains = 1_000;

function callIn(given: unknown): BatchCall {
  if (!isObject(given)) throw invalidParameters(method, 'a call is an object');
  refuseStrangers('a call', given, ['to', 'value', 'data', 'capabilities']);
  const { to, value, data } = given;
  const { from: _, ...call } = transactionIn([{ from: nobody, to, value, data }], method);
  return call;
}

/** Who sends a call is said once, for the batch. */
const nobody = `0x${'00'.repeat(20)}`;

function refuseStrangers(what: string, given: Record<string, unknown>, known: readonly string[]): void {
  const stranger = Object.keys(given).find((name) => given[name] !== undefined && !known.includes(name));
  if (stranger !== undefined) throw invalidParameters(method, `${what} has no ${stranger}`);
}

/** What a page can do without is left out; what it cannot is refused by its name. */
function refuseRequired(capabilities: unknown): void {
  if (capabilities === undefined) return;
  if (!isObject(capabilities)) throw invalidParameters(method, 'capabilities is an object');
  const [required] =
    Object.entries(capabilities).find(
      ([, each]) => each !== undefined && !(isObject(each) && each.optional === true),
    ) ?? [];
  if (required === undefined) return;
  throw new EthereumError('CAPABILITY_NOT_SUPPORTED', `This wallet has no capability ${required.slice(0, 100)}.`);
}

const tooLarge = (why: string) => new EthereumError('BATCH_TOO_LARGE', `This batch has ${why}.`);
