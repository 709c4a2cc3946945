import type { AddressFormat } from '../../../contract/shapes.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { peer } from '../../peer.js';

/** What an output asks for: `P2SH` is P2WPKH inside P2SH, `P2WSH` the script of this one key. */
export type BitcoinKind = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR';
export type BitcoinNetwork = 'MAINNET' | 'TESTNET' | 'SIGNET' | 'REGTEST';

/** The kind and the network that a format names; `undefined` for every other chain's. */
export function bitcoinFormat(
  format: AddressFormat,
): { readonly kind: BitcoinKind; readonly network: BitcoinNetwork } | undefined {
  const [, network, kind] = /^ADDRESS_FORMAT_BITCOIN_([A-Z]+)_(\w+)$/.exec(format) ?? [];
  return network && kind ? { kind: kind as BitcoinKind, network: network as BitcoinNetwork } : undefined;
}

/**
 * @param publicKey - 33 bytes, SEC 1 compressed.
 * @throws {PeerError} PEER_MISSING when `@scure/btc-signer` is not installed.
 * @see BIP-44 (P2PKH), BIP-49 (P2SH), BIP-84 (P2WPKH), BIP-86 (P2TR), BIP-173, BIP-350
 */
export async function bitcoinAddress(publicKey: Bytes, kind: BitcoinKind, network: BitcoinNetwork): Promise<string> {
  const { address } = await bitcoinPayment(publicKey, kind, network);
  return address;
}

/** How an output of this key is paid and spent. */
export async function bitcoinPayment(publicKey: Bytes, kind: BitcoinKind, network: BitcoinNetwork) {
  const { p2pk, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } = await btcSigner();
  const of = (await bitcoinNetworks())[network];
  switch (kind) {
    case 'P2PKH':
      return p2pkh(publicKey, of);
    case 'P2SH':
      return p2sh(p2wpkh(publicKey, of), of);
    case 'P2WPKH':
      return p2wpkh(publicKey, of);
    case 'P2WSH':
      return p2wsh(p2pk(publicKey, of), of);
    case 'P2TR':
      return p2tr(publicKey.slice(1), undefined, of);
  }
}

/** The version bytes and prefixes of each network. Signet's are the testnet's. @see BIP-325 */
export async function bitcoinNetworks() {
  const { NETWORK, TEST_NETWORK } = await btcSigner();
  return {
    MAINNET: NETWORK,
    TESTNET: TEST_NETWORK,
    SIGNET: TEST_NETWORK,
    REGTEST: { ...TEST_NETWORK, bech32: 'bcrt' },
  };
}

/** The library. Its first multiplication on the curve makes a table: of its usual size in a tenth of a second, of this one in a tenth of that. */
export async function btcSigner(): Promise<typeof import('@scure/btc-signer')> {
  const [signer, { secp256k1 }] = await Promise.all([
    peer('@scure/btc-signer', () => import('@scure/btc-signer')),
    import('@noble/curves/secp256k1.js'),
  ]);
  if (!hasTable) secp256k1.Point.BASE.precompute(tableWindow, true);
  hasTable = true;
  return signer;
}

let hasTable = false;
/** Bits: twice as many points a bit more, and one addition in so many bits. A tweak of Taproot takes 2 ms instead of 1.5. */
const tableWindow = 4;
