import { openExportBundle } from '../../../src/crypto/bundles.js';
import { fromUtf8 } from '../../../src/crypto/bytes.js';
import { toHex } from '../../../src/crypto/hex.js';
import { decompressPoint } from '../../../src/crypto/p256.js';
import { envelopeDictionary, mutatedEnvelope } from '../engine/mutateEnvelope.js';
import { orRefusedLater } from '../engine/orRefused.js';
import { organizationId, recipient, sealedWords, signerPoint } from '../keys.js';
import { signRequest } from '../service/requests.js';
import { mustHold, type Target } from '../target.js';

const expected = { signerPublicKey: toHex(decompressPoint(signerPoint)), organizationId };
const codes = [
  'BUNDLE_MALFORMED',
  'BUNDLE_SIGNER_UNKNOWN',
  'BUNDLE_SIGNATURE_INVALID',
  'BUNDLE_FOR_ANOTHER',
  'HPKE_OPEN_FAILED',
];

/** An export's bundle: HPKE in a signed envelope. */
export const exportBundle: Target = {
  name: 'HPKE export bundle',
  functions: 'openExportBundle',
  form: 'text',
  maxUnits: 3_000,
  stretchedUnits: 70_000,
  dictionary: envelopeDictionary,
  structuredPercent: 40,
  mutate: mutatedEnvelope,
  run: async (input) => {
    const opened = await orRefusedLater(codes, () => openExportBundle(input, recipient, expected));
    if (opened === undefined) return 'refused';
    mustHold(fromUtf8(opened) === sealedWords, 'a bundle that opens holds what was sealed');
    const members = JSON.parse(input);
    mustHold(Object.keys(members).length === 4 && members.version === 'v1.0.0', 'an envelope has its four members');
    return 'accepted';
  },
  service: {
    name: 'sign_raw_payload, payload',
    request: (fixtures, input) => signRequest(fixtures, { payload: input }),
  },
};
