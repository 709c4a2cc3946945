import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { openImportBundle, sealImportBundle } from '../../../src/crypto/importBundle.js';
import { decompressPoint } from '../../../src/crypto/p256.js';
import { envelopeDictionary, mutatedEnvelope } from '../engine/mutateEnvelope.js';
import { orRefusedLater } from '../engine/orRefused.js';
import { importerId, organizationId, recipient, sealedWords, signerPoint } from '../keys.js';
import { signRequest } from '../service/requests.js';
import { mustHold, type Target } from '../target.js';

const expected = { signerPublicKey: toHex(decompressPoint(signerPoint)), organizationId, userId: importerId };
const codes = ['BUNDLE_MALFORMED', 'BUNDLE_SIGNER_UNKNOWN', 'BUNDLE_SIGNATURE_INVALID', 'BUNDLE_FOR_ANOTHER'];

/** The signed key to which an import is sealed. */
export const importTarget: Target = {
  name: 'import target',
  functions: 'sealImportBundle',
  form: 'text',
  maxUnits: 3_000,
  stretchedUnits: 70_000,
  dictionary: envelopeDictionary,
  structuredPercent: 40,
  mutate: mutatedEnvelope,
  run: async (input) => {
    const sealed = await orRefusedLater(codes, () => sealImportBundle(input, utf8(sealedWords), expected));
    if (sealed === undefined) return 'refused';
    const opened = await openImportBundle(sealed, recipient).catch(() => undefined);
    // The envelope may have been signed again, for another key.
    const isForUs = JSON.parse(fromUtf8(fromHex(JSON.parse(input).data))).targetPublic === toHex(recipient.publicKey);
    mustHold((opened !== undefined) === isForUs, 'only the signed key opens the bundle');
    mustHold(opened === undefined || fromUtf8(opened) === sealedWords, 'the bundle holds what was sealed');
    return 'accepted';
  },
  service: {
    name: 'sign_raw_payload, payload',
    request: (fixtures, input) => signRequest(fixtures, { payload: input }),
  },
};
