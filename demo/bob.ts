import { ActivityPendingError, apiKeyStamper, type Client, call } from 'latchkey/client';
import { signTransaction } from 'latchkey/contract';
import { Transaction } from 'micro-eth-signer';

/** The second user of the demo: who asks, and waits for the person's vote. Hex, as `apiKeyStamper` takes them. */
export type Bob = { readonly publicKey: string; readonly privateKey: string };

/** What Bob asks of a person's wallet. */
export type BobsRequest = {
  readonly organizationId: string;
  /** The person's address, which is to sign. */
  readonly address: string;
  /** As in EIP-155. */
  readonly chainId: number;
};

/** Asks for two signatures with Bob's own key: a small payment, and then a permission to take all of a token. Both wait for the person. */
export async function bobAsks(client: Client, bob: Bob, { organizationId, address, chainId }: BobsRequest) {
  const asBob = { stamper: apiKeyStamper(bob), organizationId };
  for (const transaction of [payment(chainId), permission(chainId)])
    await call(
      client,
      signTransaction,
      { signWith: address, unsignedTransaction: transaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
      asBob,
    ).catch((error) => {
      if (!(error instanceof ActivityPendingError)) throw error;
    });
}

const bobsAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const payment = (chainId: number): string => unsigned({ chainId, to: bobsAddress, value: 10n ** 16n, data: '' });

const permission = (chainId: number): string => {
  const spender = bobsAddress.slice(2).toLowerCase().padStart(64, '0');
  return unsigned({ chainId, to: usdc, value: 0n, data: `0x095ea7b3${spender}${'f'.repeat(64)}` }); // approve(address,uint256)
};

type Fields = { readonly chainId: number; readonly to: string; readonly value: bigint; readonly data: string };

/** An unsigned transaction of EIP-1559, in hex. */
function unsigned({ chainId, ...fields }: Fields): string {
  const fees = { gasLimit: 100_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, accessList: [] };
  const raw = { ...fees, ...fields, chainId: BigInt(chainId), nonce: 0n };
  return new Transaction('eip1559', raw, { strict: false }).toHex({ includeSignature: false } as never);
}
