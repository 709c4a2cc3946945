import { answerForAnother } from '../../client/answerError.js';
import type { Client } from '../../client/createClient.js';
import type { CallOptions } from '../../client/signer.js';
import { submit } from '../../client/submit.js';
import { type SignRawPayloadResult, signRawPayload } from '../../contract/signing.js';
import { fromBase58 } from '../../crypto/base58.js';
import type { Bytes } from '../../crypto/bytes.js';
import { verifyEd25519 } from '../../crypto/ed25519.js';
import { fromHex, toHex } from '../../crypto/hex.js';

/** Bytes, and the address that signs them. */
export type SolanaMessageToSign = { readonly message: Bytes; readonly address: string };

/** Signs bytes as they are. @returns 64 bytes. @throws {AnswerError} ANSWER_FOR_ANOTHER */
export async function signSolanaMessage(
  client: Client,
  toSign: SolanaMessageToSign,
  options: CallOptions,
): Promise<Bytes> {
  const parameters = {
    signWith: toSign.address,
    payload: toHex(toSign.message),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  } as const;
  const { result } = await submit(client, signRawPayload, parameters, options);
  return checkedSignature(result, toSign);
}

/** The signature that the service has answered, if it is one over these bytes. @throws {AnswerError} ANSWER_FOR_ANOTHER */
export async function checkedSignature(
  { r, s }: SignRawPayloadResult,
  { message, address }: SolanaMessageToSign,
): Promise<Bytes> {
  const signature = fromHex(`${r}${s}`);
  if (await verifyEd25519(fromBase58(address), signature, message)) return signature;
  throw answerForAnother(signRawPayload.name, 'another message was signed');
}
