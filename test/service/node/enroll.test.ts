import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { getAuthenticators } from '../../../src/contract/authenticators.queries.js';
import type { Enrolment } from '../../../src/contract/enrolment.js';
import { createUsers } from '../../../src/contract/users.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { fromBase64Url, toBase64Url } from '../../../src/crypto/base64url.js';
import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { asRootUser } from '../../../src/service/node/callerOf.js';
import { enrollCommand } from '../../../src/service/node/dashboard/enrollCommand.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { enrolmentChallenge, enrolmentCheck, readEnrolment, writeEnrolment } from '../../../src/stampers/enrolment.js';
import { absentId } from '../../support/parties.js';
import { createPasskey, type TestPasskey } from '../../support/passkey.js';
import { freshDatabase } from '../../support/postgres.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, programFolder, run } from './program.js';

builtProgram();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const dashboardUrl = 'https://dashboard.example.com';
const secrets = {
  LATCHKEY_MASTER_KEY: masterKey,
  LATCHKEY_CODE_PEPPER: codePepper,
  LATCHKEY_PROXY_KEY: proxyKey,
  LATCHKEY_ROOT_KEY: rootApiKey.privateKey,
  DASHBOARD_URL: dashboardUrl,
};

const places = [
  { name: 'SQLite', place: async () => ({ LATCHKEY_DATA: join(temporaryFolder(), 'own') }) },
  ...(inject('postgresUrl')
    ? [{ name: 'PostgreSQL', place: async () => ({ DATABASE_URL: await freshDatabase() }) }]
    : []),
];

describe.each(places)('on $name', ({ place }) => {
  let variables: Record<string, string>;
  let environment: Parameters<typeof enrollCommand>[0];
  let root: { organizationId: string; userId: string };
  beforeAll(async () => {
    variables = { ...secrets, ...(await place()) };
    await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], variables);
    environment = { ...readConfigEnvironment(variables, {}), dashboardUrl };
    root = await asRootUser(environment, (caller) => caller.ask(whoami, {}));
  });

  /** What the page does. */
  async function made(changes: Partial<Enrolment> = {}, origin = dashboardUrl) {
    const passkey = await createPasskey({ origin });
    const facts = {
      organizationId: root.organizationId,
      name: 'Laptop',
      timeMs: Date.now(),
      random: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
      ...changes,
    };
    const { attestation } = await passkey.register({ challenge: await enrolmentChallenge(facts) });
    return { passkey, text: writeEnrolment({ version: 1, ...facts, attestation }) };
  }

  async function enroll(text: string, { typed, userId }: { typed?: string; userId?: string } = {}) {
    const said: string[] = [];
    const asked: string[] = [];
    const outputs = {
      print: (line: string) => void said.push(line),
      say: (line: string) => void said.push(line),
      ask: async (question: string) => {
        asked.push(question);
        return typed ?? (await enrolmentCheck(text));
      },
    };
    const code = await enrollCommand(environment, { text, userId }, outputs);
    return { code, said, asked: asked.length };
  }

  const memberNamed = (userName: string) =>
    asRootUser(environment, async (caller) => {
      const lists = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
      const { result } = await caller.submit(createUsers, { users: [{ userName, ...lists }] });
      return (Object.values(result ?? {})[0] as { userIds: string[] }).userIds[0] ?? '';
    });
  const held = (userId = root.userId) =>
    asRootUser(environment, async (caller) => (await caller.ask(getAuthenticators, { userId })).authenticators);
  const idsHeld = async (userId?: string) => (await held(userId)).map(({ credentialId }) => credentialId);
  const refusal = expect.objectContaining({ code: 'ENROLMENT_REFUSED' });

  /** Nothing that is asked or done about it changes anything. */
  async function expectRefused(text: string, passkey: TestPasskey, how: Parameters<typeof enroll>[1] = {}) {
    await expect(enroll(text, how)).rejects.toEqual(refusal);
    expect(await idsHeld()).not.toContain(passkey.credentialId);
  }

  test('a passkey that the page has made is registered for the root user; the same text twice changes nothing', async () => {
    const { passkey, text } = await made();
    const first = await enroll(text);
    expect(first).toMatchObject({ code: 0, asked: 1 });
    expect(first.said[0]).toContain(`"Laptop", made at ${dashboardUrl}`);
    expect(first.said.join('\n')).not.toContain(await enrolmentCheck(text));
    expect(await held()).toMatchObject([{ authenticatorName: 'Laptop', credentialId: passkey.credentialId }]);
    const again = await enroll(text);
    expect(again).toMatchObject({ code: 0, asked: 0, said: [expect.stringContaining('already enrolled')] });
    expect(await held()).toHaveLength(1);
  });

  test('what the page has called it turns no text around, and does not end the quotes', async () => {
    const { text } = await made({ name: 'Key", made at https://evil.example\u061c' });
    const { said } = await enroll(text, { userId: await memberNamed('Bo\u200b') });
    expect(said[0]).toContain(`"Key\\", made at https://evil.example\\u061c", made at ${dashboardUrl}`);
    expect(said.join('')).toMatch(/^[ -~]*as Bo\\u200b [ -~]*$/);
  });

  test('for another user of the organization, who is named, and for nobody who is not there', async () => {
    const userId = await memberNamed('Grace');
    const { passkey, text } = await made();
    const answer = await enroll(text, { userId });
    expect(answer.said.at(-1)).toContain('Grace can log in');
    expect(await idsHeld(userId)).toEqual([passkey.credentialId]);
    await expect(enroll((await made()).text, { userId: absentId })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    // A passkey is one person's.
    await expect(enroll(text)).rejects.toMatchObject({ code: 'CREDENTIAL_CONFLICT' });
  });

  test('T-28 a text is refused without the eight characters that the page shows', async () => {
    const { passkey, text } = await made();
    const check = await enrolmentCheck(text);
    const other = await enrolmentCheck((await made()).text);
    for (const typed of ['', other, check.slice(1), `${check}0`]) await expectRefused(text, passkey, { typed });
    const asPeopleType = ` ${check.slice(0, 4)}-${check.slice(4)} `
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect((await enroll(text, { typed: asPeopleType })).code).toBe(0);
  });

  test('a text that is older than ten minutes, or of the future, is refused', async () => {
    for (const awayMs of [-600_001 - 5000, 600_001 + 60_000]) {
      const { passkey, text } = await made({ timeMs: Date.now() + awayMs });
      await expectRefused(text, passkey);
    }
    expect((await enroll((await made({ timeMs: Date.now() - 560_000 })).text)).code).toBe(0);
  });

  test('T-28 a text in which something was changed is refused, whatever it is', async () => {
    const { passkey, text } = await made();
    const enrolment = readEnrolment(text);
    const { attestation } = enrolment;
    const clientData = JSON.parse(fromUtf8(fromBase64Url(attestation.clientDataJson)));
    const withClientData = (changes: object) => ({
      attestation: { ...attestation, clientDataJson: toBase64Url(utf8(JSON.stringify({ ...clientData, ...changes }))) },
    });
    const changed: Partial<Enrolment>[] = [
      { organizationId: absentId },
      { name: 'Somebody’s' },
      { timeMs: enrolment.timeMs + 1 },
      { random: toBase64Url(new Uint8Array(16)) },
      withClientData({ type: 'webauthn.get' }),
      withClientData({ challenge: toBase64Url(new Uint8Array(32)) }),
      withClientData({ origin: 'https://evil.example' }),
      withClientData({ crossOrigin: true }),
    ];
    for (const changes of changed) await expectRefused(writeEnrolment({ ...enrolment, ...changes }), passkey);
    // Another's passkey in the place of this one has other characters, and is that of no text that the page has shown.
    const others = readEnrolment((await made()).text).attestation;
    const swapped = writeEnrolment({
      ...enrolment,
      attestation: { ...others, clientDataJson: attestation.clientDataJson },
    });
    await expectRefused(swapped, passkey, { typed: await enrolmentCheck(text) });
    for (const member of ['credentialId', 'attestationObject'] as const) {
      const half = writeEnrolment({ ...enrolment, attestation: { ...attestation, [member]: others[member] } });
      await expectRefused(half, passkey, { typed: await enrolmentCheck(text) });
      await expect(enroll(half)).rejects.toMatchObject({ code: 'PASSKEY_INVALID' });
    }
    for (const malformed of ['', 'x', text.slice(0, -2), writeEnrolment({ ...enrolment, version: 2 as 1 })])
      await expect(enroll(malformed)).rejects.toMatchObject({ code: 'ENROLMENT_MALFORMED' });
    expect((await enroll(text)).code).toBe(0);
  });

  test('T-28 a passkey of another page is refused: no other origin is the dashboard’s', async () => {
    for (const origin of ['https://evil.example', `${dashboardUrl}:8443`, 'https://x.dashboard.example.com']) {
      const { passkey, text } = await made({}, origin);
      await expectRefused(text, passkey);
    }
  });

  test('the program prints the page without any key, and asks on its standard input', async () => {
    const address = await run(['admin', 'enroll'], { DASHBOARD_URL: dashboardUrl });
    expect(address).toMatchObject({ code: 0, stdout: `${dashboardUrl}#enroll\n` });
    const unset = await run(['admin', 'enroll']);
    expect(unset).toMatchObject({ code: 1, stderr: expect.stringContaining('DASHBOARD_URL is missing') });
    const { text } = await made();
    const unanswered = await run(['admin', 'enroll', text], variables);
    expect(unanswered).toMatchObject({ code: 1, stderr: expect.stringContaining('Those are not the characters') });
    const child = spawn(process.execPath, [join(programFolder, 'dist/bin.js'), 'admin', 'enroll', text], {
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...variables },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stdin.end(`${await enrolmentCheck(text)}\n`);
    const said = (await child.stderr.toArray()).join('');
    expect(said).toContain('can log in at');
    for (const words of [['admin'], ['admin', 'enroll', 'a', 'b'], ['admin', 'enroll', '--user', absentId]])
      expect((await run(words, variables)).code).toBe(2);
  });
});
