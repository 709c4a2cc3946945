import type { Refusal } from './serviceRefusals.js';

/** The refusals of imports and exports: a part of the table of refusals. */
export const transferRefusals = {
  IMPORT_NOT_STARTED: {
    grpc: 9,
    status: 400,
    text: 'No import of this kind was started within the last hour, or it was used or started anew. Start it again.',
  },
  IMPORT_BUNDLE_INVALID: {
    grpc: 3,
    status: 400,
    text: 'The bundle was not sealed for this import, or was changed on its way. Start the import again.',
  },
  MNEMONIC_INVALID: {
    grpc: 3,
    status: 400,
    text: 'invalid mnemonic: 12, 15, 18, 21 or 24 English words of BIP-39, the last of which checks the others.',
  },
  MNEMONIC_LANGUAGE_NOT_SUPPORTED: {
    grpc: 9,
    status: 400,
    text: 'The words of this wallet are English, and are not handed out in another language.',
  },
  PRIVATE_KEY_INVALID: {
    grpc: 3,
    status: 400,
    text: 'The bundle does not hold a private key of this curve: 32 bytes, below its order.',
  },
} as const satisfies Record<string, Refusal>;
