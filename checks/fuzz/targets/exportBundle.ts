import { openExportBundle } from '../../../src/crypto/bundles.js';
import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../src/crypto/der.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { decompressPoint, sign } from '../../../src/crypto/p256.js';
import type { Chance } from '../../../test/support/chance.js';
import { askedLater } from '../engine/asked.js';
import { bentJson } from '../engine/bendJson.js';
import { organizationId, recipient, sealedWords, signer, signerPoint } from '../keys.js';
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
  words: [
    '{',
    '}',
    '"',
    ',',
    ':',
    '7b',
    '7d',
    '22',
    '00',
    'ff',
    '04',
    'v1.0.0',
    'v1.0.1',
    '"data":',
    '"version":',
    '"a":1,',
  ],
  bentPercent: 40,
  bend,
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

/** The envelope bent; or its data, and one in ten of those signed anew. */
async function bend(chance: Chance, input: string): Promise<string> {
  const envelope = membersOf(input);
  if (envelope === undefined || chance() < 0.6) return bentJson(chance, input);
  const data = bentJson(chance, dataOf(envelope));
  const isSigned = chance() < 0.1;
  const dataSignature = isSigned ? toHex(derFromRaw(await sign(signer, utf8(data)))) : envelope.dataSignature;
  return JSON.stringify({ ...envelope, data: toHex(utf8(data)), dataSignature });
}

function membersOf(input: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(input);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function dataOf({ data }: Record<string, unknown>): string {
  try {
    return fromUtf8(fromHex(String(data)));
  } catch {
    return '{}';
  }
}
