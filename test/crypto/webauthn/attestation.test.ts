import { afterEach, expect, test, vi } from 'vitest';
import { fromBase64Url } from '../../../src/crypto/base64url.js';
import { type Bytes, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { checkRegistration } from '../../../src/crypto/webauthn/registration.js';
import { codeOf } from '../../support/errors.js';
import { type Answering, createPasskey } from '../../support/passkey.js';

const origin = 'https://app.example.com';

/** Registers a new passkey. @param change - what becomes of its attestation on the way. */
async function register(how: Answering = {}, change = (attestation: Bytes) => attestation) {
  const { challenge, attestation } = await (await createPasskey({ origin })).register(how);
  const answer = {
    credentialId: fromBase64Url(attestation.credentialId),
    clientDataJson: fromBase64Url(attestation.clientDataJson),
    attestationObject: change(fromBase64Url(attestation.attestationObject)),
  };
  const site = {
    origins: [origin],
    crossOrigin: false,
    verificationOf: () => 'preferred' as const,
    challenge,
  } as const;
  return checkRegistration(answer, site);
}

/** The statement of the format `packed`, with a text in the place of its certificate. */
function packed(attestation: Bytes): Bytes {
  const certificate = toHex(utf8('http://127.0.0.1/ca'));
  const statement = `a16378356381${(0x40 + certificate.length / 2).toString(16)}${certificate}`;
  const none = '646e6f6e656761747453746d74a0';
  const hex = toHex(attestation);
  expect(hex).toContain(none);
  return fromHex(hex.replace(none, `667061636b65646761747453746d74${statement}`));
}

afterEach(() => void vi.restoreAllMocks());

test('T-29 a statement with certificates is neither judged nor kept, and nothing that it names is fetched', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const made = await register({}, packed);
  expect(JSON.stringify(made)).not.toMatch(/127\.0\.0\.1|x5c|packed/);
  expect(Object.keys(made).sort()).toEqual(Object.keys(await register()).sort());
  expect(fetched).not.toHaveBeenCalled();
});

test.each(['app.example.com', 'example.com'])(
  'a page registers a passkey of its host or a parent domain: %s',
  async (rpId) => {
    expect(await register({ rpId })).toMatchObject({ rpId });
  },
);

test.each([
  ['a top-level domain', 'com'],
  ['a neighbour', 'shop.example.com'],
  ['a host below its own', 'login.app.example.com'],
  ['what its host only ends with', 'p.example.com'],
])('T-29 a page registers no passkey of %s', async (_, rpId) => {
  expect(await codeOf(() => register({ rpId }))).toBe('RP_ID_MISMATCH');
});
