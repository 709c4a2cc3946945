import { loadConfirmOwn } from '../../client/confirmations/loadConfirmOwn.js';
import type { Client } from '../../client/createClient.js';
import {
  exact,
  signAuthorization,
  signMessage,
  signTypedData,
  type TypedData,
  walletSignature,
} from '../../client/flows/signing.js';
import type { CallOptions } from '../../client/signer.js';
import { submit } from '../../client/submit.js';
import type { WalletAccount } from '../../contract/shapes.js';
import { signRawPayload } from '../../contract/signing.js';
import type { Bytes } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';
import { KeyError } from '../../crypto/keyError.js';
import { uncompressedSecp256k1Key } from '../../crypto/secp256k1Curve.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { EthereumAccount } from './account.js';
import { EthereumError } from './ethereumError.js';
import { type SignRequest, signEthereumTransaction } from './signEthereumTransaction.js';
import type { Hex, TransactionToSign } from './transaction.js';

/** Who signs, and what viem asks for the next nonce. */
export type AccountOptions<NonceManager = undefined> = CallOptions & {
  /** As viem's `nonceManager`, for several transactions at once. */
  readonly nonceManager?: NonceManager | undefined;
};

/**
 * An account of the wallet for viem, and for whatever takes an account of viem. What it signs, the app's own code asked for: it asks nobody,
 * unless `confirmSignatures` of the settings is `always`.
 *
 * @param account - an account of Ethereum as the service lists it; a private key's address and public key are taken, too.
 * @throws {EthereumError} ACCOUNT_NOT_ETHEREUM. Its functions throw an `ActivityPendingError`, ACTIVITY_NEEDS_APPROVAL, where others
 * must agree first.
 * @example
 * const wallet = createWalletClient({ account: toAccount(client, account), chain: mainnet, transport: http() })
 * const hash = await wallet.sendTransaction({ to: '0x9955…', value: parseEther('0.01') })
 */
export function toAccount<NonceManager = undefined>(
  client: Client,
  account: Pick<WalletAccount, 'address' | 'publicKey'>,
  { nonceManager, ...options }: AccountOptions<NonceManager> = {},
): EthereumAccount<NonceManager> {
  const address = addressOf(account);
  /** Asks the person, where the settings say so. */
  async function confirm(
    requests: (of: typeof import('../../client/confirmations/confirmOwn.js')) => readonly SignatureRequest[],
  ) {
    const own = await loadConfirmOwn(client);
    await own?.confirmOwn(client, options, () => requests(own));
  }
  return {
    address,
    publicKey: publicKeyOf(account),
    source: 'latchkey',
    type: 'local',
    nonceManager,
    async sign({ hash }) {
      const payload = {
        signWith: address,
        payload: hash,
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      } as const;
      await confirm(() => [{ kind: 'message', address, message: rawBytes(hash) }]);
      const { result } = await submit(client, signRawPayload, payload, options);
      return walletSignature(result).hex;
    },
    async signMessage({ message: given }) {
      const message = typeof given === 'string' ? given : rawBytes(given.raw);
      await confirm(() => [{ kind: 'message', address, message }]);
      return signMessage(client, { ...options, address, message });
    },
    async signTypedData({ domain = {}, types = {}, primaryType, message = {} }) {
      // Written and read again: what is shown is what is signed, whatever becomes of an object meanwhile.
      const data: TypedData = JSON.parse(JSON.stringify({ domain, types, primaryType, message }, exact));
      await confirm((own) => [own.typedDataRequest(client, address, data)]);
      const { hex } = await signTypedData(client, { ...options, ...data, address });
      return hex;
    },
    signTransaction: (transaction: TransactionToSign, { serializer }: Pick<SignRequest, 'serializer'> = {}) =>
      signEthereumTransaction(client, {
        ...{ ...options, address, transaction, serializer },
        confirm: (unsigned) => confirm((own) => [own.signingRequest(client, address, unsigned)]),
      }),
    async signAuthorization({ chainId, nonce, ...named }) {
      const contractAddress = named.contractAddress === undefined ? named.address : named.contractAddress;
      const shown = { address: contractAddress, chainId, nonce };
      await confirm((own) => [own.authorizationRequest(address, shown)]);
      return signAuthorization(client, { ...options, address, contractAddress, chainId, nonce });
    },
  };
}

function addressOf({ address }: Pick<WalletAccount, 'address'>): Hex {
  if (/^0x[\da-f]{40}$/i.test(address)) return `0x${address.slice(2)}`;
  throw notEthereum('its address is none of Ethereum');
}

function publicKeyOf({ publicKey = '' }: Pick<WalletAccount, 'publicKey'>): Hex {
  try {
    return `0x${uncompressedSecp256k1Key(publicKey)}`;
  } catch (cause) {
    if (cause instanceof KeyError) throw notEthereum('its public key is none of secp256k1', cause);
    throw cause;
  }
}

const notEthereum = (why: string, cause?: unknown): EthereumError =>
  new EthereumError('ACCOUNT_NOT_ETHEREUM', `This account does not sign for Ethereum: ${why}.`, { cause });

const rawBytes = (raw: Hex | Uint8Array): Bytes =>
  typeof raw === 'string' ? fromHex(raw.replace(/^0x/, '')) : new Uint8Array(raw);
