import { openExportBundle } from '../../../src/crypto/bundles.js';
import { fromUtf8 } from '../../../src/crypto/bytes.js';
import { toHex } from '../../../src/crypto/hex.js';
import { decompressPoint } from '../../../src/crypto/p256.js';
import { askedLater } from '../engine/asked.js';
import { bentEnvelope, envelopeWords } from '../engine/bendEnvelope.js';
import { organizationId, recipient, sealedWords, signerPoint } from '../keys.js';
import { signing } from '../service/requests.js';
import { promised, type Target } from '../target.js';

const expected = { signerPublicKey: toHex(decompressPoint(signerPoint)), organizationId };
const codes = [
  'BUNDLE_MALFORMED',
  'BUNDLE_SIGNER_UNKNOWN',
  'BUNDLE_SIGNATURE_INVALID',
  'BUNDLE_FOR_ANOTHER',
  'HPKE_OPEN_FAILED',
];

/** HPKE in a signed envelope. */
export const exportBundle: Target = {
  name: 'HPKE export bundle',
  functions: 'openExportBundle',
  form: 'text',
  most: 3_000,
  longest: 70_000,
  words: envelopeWords,
  bentPercent: 40,
  bend: bentEnvelope,
  look: async (input) => {
    const opened = await askedLater(codes, () => openExportBundle(input, recipient, expected));
    if (opened === undefined) return 'refused';
    promised(fromUtf8(opened) === sealedWords, 'a bundle that opens holds what was sealed');
    const members = JSON.parse(input);
    promised(Object.keys(members).length === 4 && members.version === 'v1.0.0', 'an envelope has its four members');
    return 'taken';
  },
  service: { name: 'sign_raw_payload, payload', request: (world, input) => signing(world, { payload: input }) },
};
