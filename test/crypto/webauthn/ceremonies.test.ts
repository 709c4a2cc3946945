import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../src/crypto/base64url.js';
import { type Bytes, fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { type AssertionAnswer, checkAssertion } from '../../../src/crypto/webauthn/assertion.js';
import { checkRegistration, type RegistrationAnswer } from '../../../src/crypto/webauthn/registration.js';
import { readWebauthnStamp, webauthnChallenge, webauthnStampHeader } from '../../../src/stampers/webauthnStamp.js';
import { codeOf } from '../../support/errors.js';
import { type Answering, createPasskey, type TestPasskey } from '../../support/passkey.js';
import { sharedJson, testShared } from '../../support/publishedVectors.js';

type Case = {
  readonly title: string;
  readonly registration?: Record<'challenge' | 'credential_id' | 'clientDataJSON' | 'attestationObject', string>;
  readonly authentication?: Record<'challenge' | 'authenticatorData' | 'clientDataJSON' | 'signature', string>;
};

const published = sharedJson<{ origin: string; cases: Case[] }>('vectors/webauthn/webauthn_l3_spec_vectors.json');
const site = {
  origins: ['https://example.org'],
  crossOrigin: false,
  verificationOf: () => 'preferred' as const,
} as const;

function registrationOf({ registration }: Case): RegistrationAnswer & { challenge: string } {
  if (!registration) throw new Error('The case has no registration.');
  return {
    challenge: toBase64Url(fromHex(registration.challenge)),
    credentialId: fromHex(registration.credential_id),
    clientDataJson: fromHex(registration.clientDataJSON),
    attestationObject: fromHex(registration.attestationObject),
  };
}

function assertionOf({ authentication }: Case): AssertionAnswer & { challenge: string } {
  if (!authentication) throw new Error('The case has no authentication.');
  return {
    challenge: toBase64Url(fromHex(authentication.challenge)),
    authenticatorData: fromHex(authentication.authenticatorData),
    clientDataJson: fromHex(authentication.clientDataJSON),
    signature: fromHex(authentication.signature),
  };
}

const framed = (title: string) => /crossOrigin|topOrigin/.test(title);
const otherAlgorithm = (title: string) => /ES384|ES512|Ed448/.test(title);

describe('the published ceremonies of WebAuthn Level 3', () => {
  for (const found of published?.cases.filter(({ registration }) => registration) ?? []) {
    const { title } = found;
    test(`${title}: registered and used, or refused for its algorithm`, async () => {
      const made = registrationOf(found);
      const how = { ...site, crossOrigin: framed(title), challenge: made.challenge };
      if (otherAlgorithm(title)) {
        expect(await codeOf(() => checkRegistration(made, how))).toBe('COSE_ALGORITHM');
        return;
      }
      const passkey = await checkRegistration(made, how);
      expect(passkey).toMatchObject({ rpId: 'example.org', credentialId: made.credentialId });
      const used = assertionOf(found);
      const again = { ...how, challenge: used.challenge };
      await expect(checkAssertion(used, passkey, again)).resolves.toMatchObject({ signCount: 0 });
    });
  }

  testShared(
    published,
    'T-28 a ceremony in a frame of another origin is refused unless that is allowed',
    async ({ cases }) => {
      const inFrames = cases.filter(({ title }) => framed(title));
      expect(inFrames).toHaveLength(2);
      for (const found of inFrames) {
        const made = registrationOf(found);
        const refusedMade = await codeOf(() => checkRegistration(made, { ...site, challenge: made.challenge }));
        expect(refusedMade).toBe('CROSS_ORIGIN');
        const passkey = await checkRegistration(made, { ...site, crossOrigin: true, challenge: made.challenge });
        const used = assertionOf(found);
        const refusedUse = await codeOf(() => checkAssertion(used, passkey, { ...site, challenge: used.challenge }));
        expect(refusedUse).toBe('CROSS_ORIGIN');
      }
    },
  );
});

/** A passkey that is there on every machine, and one use of it. Both answers say: present, not verified, backed up. */
async function ownCeremony(answering: Answering = {}) {
  const passkey = await createPasskey({ origin: 'https://example.org' });
  const made = answerOf(await passkey.register({ flags: 0x19, ...answering }));
  return { made, used: await usedBy(passkey, { flags: 0x19, ...answering }) };
}

const answerOf = ({ challenge, attestation }: Awaited<ReturnType<TestPasskey['register']>>) => ({
  challenge,
  credentialId: fromBase64Url(attestation.credentialId),
  clientDataJson: fromBase64Url(attestation.clientDataJson),
  attestationObject: fromBase64Url(attestation.attestationObject),
});

async function usedBy(passkey: TestPasskey, answering: Answering) {
  const headers = await passkey.stamp('body', answering);
  const stamp = readWebauthnStamp(headers[webauthnStampHeader] ?? '');
  return { ...stamp, challenge: await webauthnChallenge(utf8('body')) };
}

/** The passkey of a registration that is as it must be. */
const registered = (made: RegistrationAnswer & { challenge: string }) =>
  checkRegistration(made, { ...site, challenge: made.challenge });

describe('T-28 a ceremony', () => {
  test('is accepted as it is', async () => {
    const { made, used } = await ownCeremony();
    const passkey = await registered(made);
    expect(passkey).toMatchObject({ rpId: 'example.org', credentialId: made.credentialId });
    await expect(checkAssertion(used, passkey, { ...site, challenge: used.challenge })).resolves.toMatchObject({
      signCount: 0,
    });
  });

  test('in a frame of another origin is refused unless that is allowed', async () => {
    const { made, used } = await ownCeremony({ crossOrigin: true });
    expect(await codeOf(() => registered(made))).toBe('CROSS_ORIGIN');
    const passkey = await checkRegistration(made, { ...site, crossOrigin: true, challenge: made.challenge });
    const how = { ...site, challenge: used.challenge };
    expect(await codeOf(() => checkAssertion(used, passkey, how))).toBe('CROSS_ORIGIN');
    await expect(checkAssertion(used, passkey, { ...how, crossOrigin: true })).resolves.toMatchObject({ signCount: 0 });
  });

  test('is refused whatever one bit of its answer says otherwise', async () => {
    const { made, used } = await ownCeremony();
    const passkey = await registered(made);
    const how = { ...site, challenge: used.challenge };
    const accepted: string[] = [];
    for (const part of ['authenticatorData', 'clientDataJson', 'signature'] as const) {
      for (const [at, changed] of oneBitEach(used[part])) {
        const code = await codeOf(() => checkAssertion({ ...used, [part]: changed }, passkey, how));
        if (code === undefined) accepted.push(`${part} ${at}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});

/** Copies of the bytes with one changed bit, in each byte in turn. */
function* oneBitEach(bytes: Bytes): Generator<[number, Bytes]> {
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    yield [at, changed];
  }
}

describe('T-28 each step of a ceremony', () => {
  const saying = (bytes: Bytes, change: Record<string, unknown>): Bytes =>
    utf8(JSON.stringify({ ...(JSON.parse(fromUtf8(bytes)) as object), ...change }));

  test('what the page says of itself is looked at exactly', async () => {
    const { made } = await ownCeremony();
    const how = { ...site, challenge: made.challenge };
    const told = (change: Record<string, unknown>) =>
      codeOf(() => checkRegistration({ ...made, clientDataJson: saying(made.clientDataJson, change) }, how));
    expect(await told({ type: 'webauthn.get' })).toBe('CLIENT_DATA_TYPE');
    expect(await told({ challenge: `${made.challenge}=` })).toBe('CHALLENGE_MISMATCH');
    expect(await told({ origin: 'https://example.org.evil.example' })).toBe('ORIGIN_MISMATCH');
    expect(await told({ origin: 'https://example.org/' })).toBe('ORIGIN_MISMATCH');
    expect(await told({ origin: 7 })).toBe('CLIENT_DATA_MALFORMED');
    expect(await told({ crossOrigin: 'false' })).toBe('CLIENT_DATA_MALFORMED');
    expect(await told({ crossOrigin: true })).toBe('CROSS_ORIGIN');
    expect(await told({ topOrigin: 'https://example.com' })).toBe('CROSS_ORIGIN');
    const twice = utf8(fromUtf8(made.clientDataJson).replace('{', '{"type":"webauthn.create",'));
    expect(await codeOf(() => checkRegistration({ ...made, clientDataJson: twice }, how))).toBe(
      'CLIENT_DATA_MALFORMED',
    );
  });

  test('a passkey is one of the page that made it', async () => {
    const { made } = await ownCeremony();
    const on = (origin: string) =>
      checkRegistration(
        { ...made, clientDataJson: saying(made.clientDataJson, { origin }) },
        { ...site, origins: 'any', challenge: made.challenge },
      );
    expect(await on('https://login.example.org')).toMatchObject({ rpId: 'example.org' });
    expect(await codeOf(() => on('https://example.com'))).toBe('RP_ID_MISMATCH');
    expect(await codeOf(() => on('https://notexample.org'))).toBe('RP_ID_MISMATCH');
    expect(await codeOf(() => on('android:apk-key-hash:abc'))).toBe('RP_ID_MISMATCH');
  });

  test('the flags count', async () => {
    const { made, used } = await ownCeremony();
    const passkey = await registered(made);
    const how = { ...site, challenge: used.challenge };
    const flagged = (flags: number) => {
      const authenticatorData = used.authenticatorData.slice();
      authenticatorData[32] = flags;
      return codeOf(() => checkAssertion({ ...used, authenticatorData }, passkey, how));
    };
    expect(toHex(used.authenticatorData.subarray(32, 33))).toBe('19');
    expect(await flagged(0x18)).toBe('USER_NOT_PRESENT');
    expect(await flagged(0x11)).toBe('BACKUP_STATE');
    expect(await flagged(0x01)).toBe('BACKUP_STATE');
    expect(await flagged(0x09)).toBe('SIGNATURE_INVALID');
    expect(await flagged(0x99)).toBe('CBOR_MALFORMED');
    expect(await flagged(0x59)).toBe('AUTHENTICATOR_DATA_MALFORMED');
    const required = { ...how, verificationOf: () => 'required' as const } as const;
    expect(await codeOf(() => checkAssertion(used, passkey, required))).toBe('USER_NOT_VERIFIED');
  });

  test('a passkey that may not be backed up is not, when it is made and when it is used', async () => {
    const { made } = await ownCeremony({ flags: 0x11 });
    expect(await codeOf(() => registered(made))).toBe('BACKUP_STATE');
    const passkey = await createPasskey({ origin: 'https://example.org' });
    const bound = await registered(answerOf(await passkey.register({ flags: 0x01 })));
    const use = async (flags: number) => {
      const used = await usedBy(passkey, { flags });
      return checkAssertion(used, bound, { ...site, challenge: used.challenge });
    };
    await expect(use(0x01)).resolves.toMatchObject({ backedUp: false });
    expect(await codeOf(() => use(0x11))).toBe('BACKUP_STATE');
    expect(await codeOf(() => use(0x09))).toBe('BACKUP_STATE');
  });

  test('a passkey that signs for another site is not used here', async () => {
    const passkey = await createPasskey({ origin: 'https://example.org' });
    const known = await registered(answerOf(await passkey.register({ flags: 0x19 })));
    const used = await usedBy(passkey, { flags: 0x19, rpId: 'example.com' });
    expect(await codeOf(() => checkAssertion(used, known, { ...site, challenge: used.challenge }))).toBe(
      'RP_ID_MISMATCH',
    );
  });

  test('the client data that are signed are those that are shown, to their last byte', async () => {
    const { made, used } = await ownCeremony();
    const passkey = await registered(made);
    const how = { ...site, challenge: used.challenge };
    for (const more of [' ', '\n']) {
      const clientDataJson = utf8(`${fromUtf8(used.clientDataJson)}${more}`);
      expect(await codeOf(() => checkAssertion({ ...used, clientDataJson }, passkey, how))).toBe('SIGNATURE_INVALID');
    }
  });

  test('what an attestation holds is read to its end', async () => {
    const { made } = await ownCeremony();
    const how = { ...site, challenge: made.challenge };
    const hex = toHex(made.attestationObject);
    const changed = (from: string, to: string) => {
      expect(hex).toContain(from);
      const attestationObject = fromHex(hex.replace(from, to));
      return codeOf(() => checkRegistration({ ...made, attestationObject }, how));
    };
    expect(await changed('a363666d74', 'a463666d74')).toBe('CBOR_MALFORMED');
    expect(await changed('646e6f6e65', '646e6f6e66')).toBe('ATTESTATION_FORMAT');
    expect(await changed('58a4', '58a5')).toBe('CBOR_MALFORMED');
    expect(await codeOf(() => checkRegistration({ ...made, attestationObject: fromHex(`${hex}00`) }, how))).toBe(
      'CBOR_MALFORMED',
    );
    expect(await changed('a5010203262001', 'a5010203262002')).toBe('COSE_KEY_MALFORMED');
    expect(await changed('a5010203262001', 'a5010203282001')).toBe('COSE_ALGORITHM');
    const other = { ...made, credentialId: made.credentialId.slice(1) };
    expect(await codeOf(() => checkRegistration(other, how))).toBe('CREDENTIAL_ID_MISMATCH');
  });
});
