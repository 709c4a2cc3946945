import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { openImportBundle, sealImportBundle } from '../../../src/crypto/importBundle.js';
import { decompressPoint } from '../../../src/crypto/p256.js';
import { askedLater } from '../engine/asked.js';
import { bentEnvelope, envelopeWords } from '../engine/bendEnvelope.js';
import { importerId, organizationId, recipient, sealedWords, signerPoint } from '../keys.js';
import { signing } from '../service/requests.js';
import { promised, type Target } from '../target.js';

const expected = { signerPublicKey: toHex(decompressPoint(signerPoint)), organizationId, userId: importerId };
const codes = ['BUNDLE_MALFORMED', 'BUNDLE_SIGNER_UNKNOWN', 'BUNDLE_SIGNATURE_INVALID', 'BUNDLE_FOR_ANOTHER'];

/** The signed key that words are sealed to. */
export const importTarget: Target = {
  name: 'import target',
  functions: 'sealImportBundle',
  form: 'text',
  most: 3_000,
  longest: 70_000,
  words: envelopeWords,
  bentPercent: 40,
  bend: bentEnvelope,
  look: async (input) => {
    const sealed = await askedLater(codes, () => sealImportBundle(input, utf8(sealedWords), expected));
    if (sealed === undefined) return 'refused';
    const opened = await openImportBundle(sealed, recipient).catch(() => undefined);
    // The envelope may have been signed anew for another key.
    const isForUs = JSON.parse(fromUtf8(fromHex(JSON.parse(input).data))).targetPublic === toHex(recipient.publicKey);
    promised((opened !== undefined) === isForUs, 'only the key that was signed opens what is sealed');
    promised(opened === undefined || fromUtf8(opened) === sealedWords, 'what is sealed are the words');
    return 'taken';
  },
  service: { name: 'sign_raw_payload, payload', request: (world, input) => signing(world, { payload: input }) },
};
