import { checksumAddress, ethereumAddress, recoverAddress } from '../../../src/crypto/ethereum.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { signPayload } from '../../../src/service/vault/sign.js';
import { readVectors } from '../files.js';
import { signers } from '../signers.js';
import { computed, eachOf, type Suite } from '../suite.js';

type Signature = { r: string; s: string; v: string };
type Transaction = { name: string; privateKey: string } & Record<`unsigned${Kind}`, string> &
  Record<`signature${Kind}`, Signature>;
type TypedData = { name: string; digest: string; privateKey?: string; signature?: string };

const kinds = ['Legacy', 'Eip155', 'Berlin', 'London', 'Cancun'] as const;
type Kind = (typeof kinds)[number];

/**
 * What Ethereum asks of a wallet that signs bytes: addresses, and the signatures of transactions and typed data that another
 * program has encoded. Encoding them is no part of the product yet.
 */
export const ethereum: Suite[] = [
  {
    name: 'EIP-55',
    through: 'checksumAddress',
    vectors: 'eip55_addresses.json',
    run: () => {
      const addresses = readVectors<string[]>('eip/eip55_addresses.json');
      return eachOf(addresses, (address) => {
        // One is there twice, in its mixed case and, behind that, in lower case.
        const written = addresses.find((each) => each.toLowerCase() === address.toLowerCase()) ?? address;
        return computed(address, written, () => checksumAddress(address.toLowerCase()));
      });
    },
  },
  {
    name: 'Addresses of keys',
    through: "the vault's signer, ethereumAddress",
    vectors: 'ethereum/keyaddrtest.json',
    run: async () => {
      const { secp256k1 } = await nodePrimitives();
      return eachOf(readVectors<{ key: string; addr: string }[]>('ethereum/keyaddrtest.json'), ({ key, addr }) =>
        computed(addr, `0x${addr}`, async () => {
          return (await ethereumAddress(await secp256k1.publicKey(fromHex(key)))).toLowerCase();
        }),
      );
    },
  },
  ...signers.map(transactions),
  ...signers.map(typedData),
];

function transactions([name, primitives]: (typeof signers)[number]): Suite {
  const vectors = 'ethers/transactions.json.gz';
  return {
    name: 'Ethereum transactions, signed (not encoded)',
    through: `signPayload with KECCAK256, ${name}`,
    vectors,
    run: async () => {
      const made = await primitives();
      const cases = readVectors<Transaction[]>(vectors).flatMap((transaction) =>
        kinds
          .filter((kind) => transaction[`unsigned${kind}`] !== '') // some cannot be written as each kind
          .map((kind) => ({
            id: `${transaction.name}, ${kind}`,
            privateKey: transaction.privateKey,
            payload: transaction[`unsigned${kind}`],
            signature: transaction[`signature${kind}`],
          })),
      );
      return eachOf(cases, ({ id, privateKey, payload, signature }) =>
        computed(id, `${signature.r} ${signature.s} ${parityOf(signature)}`, async () => {
          const signer = { curve: 'CURVE_SECP256K1', secretKey: fromHex(privateKey.slice(2)) } as const;
          const { r, s, v } = await signPayload(made, signer, {
            payload,
            encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
            hashFunction: 'HASH_FUNCTION_KECCAK256',
          });
          return `0x${r} 0x${s} ${v}`;
        }),
      );
    },
  };
}

function typedData([name, primitives]: (typeof signers)[number]): Suite {
  const vectors = 'ethers/typed-data.json.gz';
  return {
    name: 'EIP-712 digest, signed (not encoded)',
    through: `signPayload with NO_OP, ${name}; recoverAddress`,
    vectors: `${vectors}, signed`,
    run: async () => {
      const made = await primitives();
      const signed = readVectors<TypedData[]>(vectors).filter(({ signature }) => signature !== undefined);
      return eachOf(signed, async ({ name: id, digest, privateKey = '', signature = '' }) => {
        const secretKey = fromHex(privateKey.slice(2));
        const address = await ethereumAddress(await made.secp256k1.publicKey(secretKey));
        return computed(id, `${signature} ${address}`, async () => {
          const { r, s, v } = await signPayload(
            made,
            { curve: 'CURVE_SECP256K1', secretKey },
            { payload: digest, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' },
          );
          const ours = `0x${r}${s}${v === '01' ? '1c' : '1b'}`;
          return `${ours} ${await recoverAddress({ digest: fromHex(digest.slice(2)), signature: ours })}`;
        });
      });
    },
  };
}

/** The recovery id in v: 27 and 28, 35 and more (EIP-155) are odd for 0; later kinds of transactions bear it bare. */
function parityOf({ v }: Signature): string {
  const value = BigInt(v);
  return (value < 27n ? value : (value + 1n) % 2n) === 0n ? '00' : '01';
}
