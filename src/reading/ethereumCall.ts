import { fromHex, toHex } from '../crypto/hex.js';
import { coins, type NamedChain } from './ethereum.js';
import { ethereumFields, integerIn } from './ethereumFields.js';

/** What a transaction says, field by field, whether or not anybody knows what it does. */
export type EthereumCall = {
  readonly chainId: number;
  /** In lower case behind 0x; `undefined`: a contract is created. */
  readonly to: string | undefined;
  /** In whole coins, like `1.5`. */
  readonly value: string;
  /** In hex behind 0x. */
  readonly data: string;
  readonly gasLimit: string;
  /** The most that the chain may charge, in whole coins. */
  readonly feeLimit: string;
  /** It may be a little more: the chain takes something for the bytes, too, whose price may rise. */
  readonly isFeeAbout: boolean;
  /** What the chain takes for the bytes is not in `feeLimit`: nobody has asked how much that is. */
  readonly lacksDataFee: boolean;
  /** The contracts whose code accounts would run by it, in lower case behind 0x. @see EIP-7702 */
  readonly authorizations: readonly string[];
  /** How many addresses its access list has. @see EIP-2930 */
  readonly accessListed: number;
};

/**
 * Reads the fields of an unsigned transaction.
 *
 * @param unsignedTransaction - in hex, with or without 0x.
 * @param dataFee - what the chain takes for its bytes, in the smallest units. `undefined`: something, but nobody knows how much.
 * @param chain - whose coins it pays with. Default: one of 18 decimals.
 * @throws {RangeError} for bytes that are no transaction
 */
export function ethereumCall(
  unsignedTransaction: string,
  dataFee: bigint | undefined,
  chain?: Pick<NamedChain, 'decimals'>,
): EthereumCall {
  const fields = ethereumFields(fromHex(unsignedTransaction.replace(/^0x/i, '')));
  if (!fields) throw new RangeError('These bytes are no transaction of a known type.');
  const { to, data, authorizations, accessListed } = fields;
  const gasLimit = integerIn(fields.gasLimit);
  return {
    chainId: Number(integerIn(fields.chainId)),
    to: to.length === 0 ? undefined : `0x${toHex(to)}`,
    value: coins(integerIn(fields.value), chain),
    data: `0x${toHex(data)}`,
    gasLimit: gasLimit.toString(),
    feeLimit: coins(integerIn(fields.gasPrice) * gasLimit + (dataFee ?? 0n), chain),
    isFeeAbout: dataFee !== undefined && dataFee > 0n,
    lacksDataFee: dataFee === undefined,
    authorizations: authorizations.map((contract) => `0x${toHex(contract)}`),
    accessListed,
  };
}
