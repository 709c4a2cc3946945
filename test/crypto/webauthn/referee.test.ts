import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../src/crypto/base64url.js';
import { type Bytes, utf8 } from '../../../src/crypto/bytes.js';
import { checkAssertion } from '../../../src/crypto/webauthn/assertion.js';
import { checkRegistration, type RegistrationAnswer } from '../../../src/crypto/webauthn/registration.js';
import { readWebauthnStamp, webauthnChallenge, webauthnStampHeader } from '../../../src/stampers/webauthnStamp.js';
import { type Answering, createPasskey, type TestPasskey } from '../../support/passkey.js';

// The reference is SimpleWebAuthn's server: it accepts what our reader accepts. Inputs that only ours refuses are listed here.

const origin = 'https://app.example.com';
const site = { origins: [origin], crossOrigin: false, verificationOf: () => 'preferred' as const } as const;
const expected = { expectedOrigin: origin, expectedRPID: 'app.example.com', requireUserVerification: false };

async function registrationOf(passkey: TestPasskey, how?: Answering) {
  const { challenge, attestation } = await passkey.register(how);
  const answer: RegistrationAnswer = {
    credentialId: fromBase64Url(attestation.credentialId),
    clientDataJson: fromBase64Url(attestation.clientDataJson),
    attestationObject: fromBase64Url(attestation.attestationObject),
  };
  return { challenge, answer };
}

async function assertionOf(passkey: TestPasskey, how?: Answering) {
  const body = '{"organizationId":"x"}';
  const header = (await passkey.stamp(body, how))[webauthnStampHeader] ?? '';
  return { challenge: await webauthnChallenge(utf8(body)), answer: readWebauthnStamp(header) };
}

const ours = (run: Promise<unknown>) => run.then(() => true).catch(() => false);

const refereeMade = (challenge: string, { credentialId, ...answer }: RegistrationAnswer) =>
  verifyRegistrationResponse({
    ...expected,
    expectedChallenge: challenge,
    response: {
      ...credentialNamed(credentialId),
      response: {
        clientDataJSON: toBase64Url(answer.clientDataJson),
        attestationObject: toBase64Url(answer.attestationObject),
      },
    },
  }).then(
    ({ verified, registrationInfo }) => (verified ? registrationInfo : undefined),
    () => undefined,
  );

const credentialNamed = (credentialId: Bytes) => {
  const id = toBase64Url(credentialId);
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
};

describe('two readers of passkeys', () => {
  test('read the same of an honest registration, and of its use', async () => {
    const passkey = await createPasskey();
    const { challenge, answer } = await registrationOf(passkey, { signCount: 4 });
    const read = await checkRegistration(answer, { ...site, challenge });
    const info = await refereeMade(challenge, answer);
    expect(info).toMatchObject({ aaguid: read.aaguid, fmt: 'none', userVerified: true, rpID: read.rpId });
    expect(info?.credential).toMatchObject({ id: toBase64Url(read.credentialId), counter: read.signCount });
    expect(toBase64Url(info?.credential.publicKey ?? new Uint8Array())).toBe(toBase64Url(read.publicKey));

    const used = await assertionOf(passkey, { signCount: 5 });
    const { signCount } = await checkAssertion(used.answer, read, { ...site, challenge: used.challenge });
    const { authenticationInfo } = await refereeUsed(used, read.publicKey, read.signCount);
    expect(authenticationInfo.newCounter).toBe(signCount);
  });

  test('T-28 what ours takes of a changed registration, the referee takes', async () => {
    const { challenge, answer } = await registrationOf(await createPasskey());
    const onlyOurs: string[] = [];
    const changes = [...turned(answer, 'attestationObject'), ...turned(answer, 'clientDataJson')];
    for (const [name, changed] of changes) {
      const taken = await ours(checkRegistration(changed, { ...site, challenge }));
      if (taken && !(await refereeMade(challenge, changed))) onlyOurs.push(name);
    }
    expect(changes.length).toBeGreaterThan(200);
    expect(onlyOurs).toEqual([]);
  });

  test.each<[string, Answering]>([
    ['another site', { rpId: 'example.com.evil.example' }],
    ['another page', { origin: 'https://evil.example' }],
    ['another challenge', { challenge: 'YQ' }],
    ['nobody there', { flags: 4 }],
  ])('T-28 both refuse %s, at registration and at use', async (_, how) => {
    const passkey = await createPasskey();
    const honest = await registrationOf(passkey);
    const known = await checkRegistration(honest.answer, { ...site, challenge: honest.challenge });
    const made = await registrationOf(passkey, how);
    expect(await ours(checkRegistration(made.answer, { ...site, challenge: honest.challenge }))).toBe(false);
    expect(await refereeMade(honest.challenge, made.answer)).toBeUndefined();
    const used = await assertionOf(passkey, how);
    expect(await ours(checkAssertion(used.answer, known, { ...site, challenge: used.challenge }))).toBe(false);
    expect(await ours(refereeUsed(used, known.publicKey, 0))).toBe(false);
  });

  test('T-28 a frame of another origin is refused by ours alone: the referee leaves that to who calls it', async () => {
    const { challenge, answer } = await registrationOf(await createPasskey(), { crossOrigin: true });
    expect(await ours(checkRegistration(answer, { ...site, challenge }))).toBe(false);
    expect(await refereeMade(challenge, answer)).toBeDefined();
  });
});

async function refereeUsed(
  { challenge, answer }: Awaited<ReturnType<typeof assertionOf>>,
  publicKey: Bytes,
  counter: number,
) {
  const verdict = await verifyAuthenticationResponse({
    ...expected,
    expectedChallenge: challenge,
    credential: { id: toBase64Url(answer.credentialId), publicKey, counter },
    response: {
      ...credentialNamed(answer.credentialId),
      response: {
        authenticatorData: toBase64Url(answer.authenticatorData),
        clientDataJSON: toBase64Url(answer.clientDataJson),
        signature: toBase64Url(answer.signature),
      },
    },
  });
  if (!verdict.verified) throw new Error('The referee refuses.');
  return verdict;
}

/** An answer with one bit turned of each byte of a member, another one each time. */
const turned = (answer: RegistrationAnswer, member: 'attestationObject' | 'clientDataJson') =>
  [...answer[member]].map((byte, at): [string, RegistrationAnswer] => {
    const bytes = answer[member].slice();
    bytes[at] = byte ^ (1 << (at % 8));
    return [`${member} ${at}`, { ...answer, [member]: bytes }];
  });
