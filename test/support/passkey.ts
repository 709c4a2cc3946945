import type { AuthenticatorParams } from '../../src/contract/shapes.js';
import { asciiToBase64Url, fromBase64Url, toBase64Url } from '../../src/crypto/base64url.js';
import { type Bytes, concat, utf8 } from '../../src/crypto/bytes.js';
import { derFromRaw } from '../../src/crypto/der.js';
import { sha256 } from '../../src/crypto/digest.js';
import { fromHex } from '../../src/crypto/hex.js';
import { webauthnChallenge, webauthnStampHeader, writeWebauthnStamp } from '../../src/stampers/webauthnStamp.js';

/** A software authenticator with one ES256 passkey. */
export type TestPasskey = {
  /** Base64url. */
  readonly credentialId: string;
  /** The parameters of its registration, with a challenge of its own. */
  readonly register: (answering?: Answering) => Promise<AuthenticatorParams>;
  /** The header that stamps a body. */
  readonly stamp: (body: string, answering?: Answering) => Promise<Record<string, string>>;
};

/** Members of an answer that differ from an honest one. */
export type Answering = {
  readonly origin?: string;
  readonly rpId?: string;
  /** Bits of the authenticator data: 1 user present, 4 user verified. */
  readonly flags?: number;
  /** By default 0, as synced passkeys have it. */
  readonly signCount?: number;
  readonly crossOrigin?: boolean;
  readonly challenge?: string;
};

/** Creates a passkey for a site. `aaguid`: the authenticator's model. */
export async function createPasskey({
  origin = 'https://app.example.com',
  aaguid = '00000000-0000-0000-0000-000000000000',
} = {}): Promise<TestPasskey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const id = crypto.getRandomValues(new Uint8Array(32));
  const cose = concat(
    Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20),
    fromBase64Url(x),
    Uint8Array.of(0x22, 0x58, 0x20),
    fromBase64Url(y),
  );

  const clientData = (type: string, challenge: string, answering: Answering) =>
    utf8(
      JSON.stringify({
        type,
        challenge: answering.challenge ?? challenge,
        origin: answering.origin ?? origin,
        crossOrigin: answering.crossOrigin ?? false,
      }),
    );
  const authenticatorData = async ({ rpId, flags = 5, signCount = 0 }: Answering, attested?: Bytes) =>
    concat(
      await sha256(utf8(rpId ?? new URL(origin).hostname)),
      Uint8Array.of(attested ? flags | 64 : flags, ...fourBytes(signCount)),
      attested ?? new Uint8Array(),
    );

  return {
    credentialId: toBase64Url(id),
    register: async (answering = {}) => {
      const challenge = asciiToBase64Url('a challenge of the page');
      const attested = concat(fromHex(aaguid.replaceAll('-', '')), Uint8Array.of(0, id.length), id, cose);
      return {
        authenticatorName: 'Passkey',
        challenge,
        attestation: {
          credentialId: toBase64Url(id),
          clientDataJson: toBase64Url(clientData('webauthn.create', challenge, answering)),
          attestationObject: toBase64Url(attestationOf(await authenticatorData(answering, attested))),
          transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
        },
      };
    },
    stamp: async (body, answering = {}) => {
      const clientDataJson = clientData('webauthn.get', await webauthnChallenge(utf8(body)), answering);
      const data = await authenticatorData(answering);
      const signed = concat(data, await sha256(clientDataJson));
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signed);
      const signature = derFromRaw(new Uint8Array(raw));
      const value = writeWebauthnStamp({ credentialId: id, authenticatorData: data, clientDataJson, signature });
      return { [webauthnStampHeader]: value };
    },
  };
}

/** CBOR: {fmt: "none", attStmt: {}, authData: …}, with at most 255 bytes of data. */
const attestationOf = (data: Bytes): Bytes =>
  concat(
    Uint8Array.of(0xa3, 0x63),
    utf8('fmt'),
    Uint8Array.of(0x64),
    utf8('none'),
    Uint8Array.of(0x67),
    utf8('attStmt'),
    Uint8Array.of(0xa0, 0x68),
    utf8('authData'),
    Uint8Array.of(0x58, data.length),
    data,
  );

const fourBytes = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
