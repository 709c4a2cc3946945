import * as v from 'valibot';
import { signedPayload } from './fields.js';
import { activity } from './row.js';

/** @see Specification 4.2 `sign_raw_payload` */
const encoding = v.picklist([
  'PAYLOAD_ENCODING_HEXADECIMAL',
  'PAYLOAD_ENCODING_TEXT_UTF8',
  'PAYLOAD_ENCODING_EIP712',
  'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
]);

/** @see Specification 4.2 `sign_raw_payload` */
const hashFunction = v.picklist([
  'HASH_FUNCTION_NO_OP',
  'HASH_FUNCTION_SHA256',
  'HASH_FUNCTION_KECCAK256',
  'HASH_FUNCTION_NOT_APPLICABLE',
]);

/** 32 bytes in lower-case hex. */
const hex32 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const signRawPayloadParameters = v.strictObject({
  signWith: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  payload: signedPayload,
  encoding,
  hashFunction,
});
const signRawPayloadResult = v.object({ r: hex32, s: hex32, v: v.string() });
export interface SignRawPayloadParameters extends v.InferInput<typeof signRawPayloadParameters> {}
export interface SignRawPayloadResult extends v.InferOutput<typeof signRawPayloadResult> {}

/**
 * Signs a payload with a key that the service holds.
 *
 * @param signWith - the address of a wallet account, as stored; of Ethereum's in any case.
 * @param payload - at most 64 KiB.
 * @returns `r`, `s`: 32 bytes each, lower-case hex without 0x; `v`: the recovery id, `00` or `01` (`00` for Ed25519).
 * @throws SIGNER_NOT_FOUND, PAYLOAD_MALFORMED, DIGEST_LENGTH, HASH_FUNCTION_MISMATCH, ENCODING_NOT_SUPPORTED
 * @see Specification 4.2 `sign_raw_payload`; wire facts 8.2
 */
export const signRawPayload = activity({
  name: 'sign_raw_payload',
  versions: {
    V2: {
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      intentKey: 'signRawPayloadIntentV2',
      resultKey: 'signRawPayloadResult',
      parameters: signRawPayloadParameters as v.GenericSchema<SignRawPayloadParameters>,
      result: signRawPayloadResult as v.GenericSchema<SignRawPayloadResult>,
    },
  },
  newest: 'V2',
  resource: 'PRIVATE_KEY',
  action: 'SIGN',
  policyParameters: ['hashFunction', 'encoding'],
  policyRoots: ['wallet', 'wallet_account', 'private_key', 'eth.eip_712', 'eth.eip_7702_authorization'],
  right: 'quorum',
  changes: [],
  refusals: [
    'SIGNER_NOT_FOUND',
    'PAYLOAD_MALFORMED',
    'DIGEST_LENGTH',
    'HASH_FUNCTION_MISMATCH',
    'ENCODING_NOT_SUPPORTED',
  ],
});
