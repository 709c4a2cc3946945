import { fromUtf8 } from '../../../src/crypto/bytes.js';
import { openImportBundle } from '../../../src/crypto/importBundle.js';
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefusedLater } from '../engine/orRefused.js';
import { recipient, sealedWords } from '../keys.js';
import { importRequest } from '../service/requests.js';
import { mustHold, type Target } from '../target.js';

/** An import's bundle: HPKE in a JSON object without a signature. */
export const importBundle: Target = {
  name: 'HPKE import bundle',
  functions: 'openImportBundle',
  form: 'text',
  maxUnits: 2_000,
  stretchedUnits: 70_000,
  dictionary: ['{', '}', '"', ',', ':', '00', 'ff', '04', '"encappedPublic":', '"ciphertext":', '"a":1,'],
  structuredPercent: 40,
  mutate: mutatedJson,
  run: async (input) => {
    const codes = ['BUNDLE_MALFORMED', 'HPKE_OPEN_FAILED'];
    const opened = await orRefusedLater(codes, () => openImportBundle(input, recipient));
    if (opened === undefined) return 'refused';
    mustHold(fromUtf8(opened) === sealedWords, 'a bundle that opens holds what was sealed');
    mustHold(Object.keys(JSON.parse(input)).length === 2, 'an import bundle has its two members');
    return 'accepted';
  },
  service: { name: 'import_wallet, encryptedBundle', request: importRequest },
};
