import { fromUtf8 } from '../../../src/crypto/bytes.js';
import { openImportBundle } from '../../../src/crypto/importBundle.js';
import { askedLater } from '../engine/asked.js';
import { bentJson } from '../engine/bendJson.js';
import { recipient, sealedWords } from '../keys.js';
import { importing } from '../service/requests.js';
import { promised, type Target } from '../target.js';

/** HPKE in a JSON object without a signature: what is imported. */
export const importBundle: Target = {
  name: 'HPKE import bundle',
  functions: 'openImportBundle',
  form: 'text',
  most: 2_000,
  longest: 70_000,
  words: ['{', '}', '"', ',', ':', '00', 'ff', '04', '"encappedPublic":', '"ciphertext":', '"a":1,'],
  bentPercent: 40,
  bend: bentJson,
  look: async (input) => {
    const codes = ['BUNDLE_MALFORMED', 'HPKE_OPEN_FAILED'];
    const opened = await askedLater(codes, () => openImportBundle(input, recipient));
    if (opened === undefined) return 'refused';
    promised(fromUtf8(opened) === sealedWords, 'a bundle that opens holds what was sealed');
    promised(Object.keys(JSON.parse(input)).length === 2, 'an import bundle has its two members');
    return 'taken';
  },
  service: { name: 'import_wallet, encryptedBundle', request: importing },
};
