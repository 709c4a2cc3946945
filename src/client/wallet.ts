import type { WalletParams } from '../contract/shapes.js';

/** The default wallet of a new person: 12 words, one Ethereum and one Solana account. */
export const defaultWallet: WalletParams = {
  walletName: 'Wallet',
  mnemonicLength: 12,
  accounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
    {
      curve: 'CURVE_ED25519',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/501'/0'/0'",
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
    },
  ],
};
