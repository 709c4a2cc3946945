import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { livingSession } from '../../../src/client/signer.js';
import { suspendSubOrganization } from '../../../src/contract/subOrganizations.js';
import { rootCaller } from '../../../src/service/node/rootCaller.js';
import { logIn } from '../../support/live/person.js';
import { openMailServer } from '../../support/mailServer.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run, start } from './program.js';

builtProgram();
const mail = await openMailServer();
afterAll(mail.close);

/** `KEY=value` lines, as an environment. */
const readLines = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']));

const codeOf = async (contact: string): Promise<string | undefined> => {
  const sent = mail.caught.findLast(({ to }) => to.includes(contact));
  return /^Subject: (\d{6}) is/m.exec(sent?.mail ?? '')?.[1];
};

/** From nothing to the sheet, as an operator goes: what a person cannot do is told by commands of docs/hosting.md alone. */
test('why somebody cannot log in: a full cap, a page of another origin, and a suspended account', async () => {
  const { LATCHKEY_ROOT_KEY = '', ...secrets } = readLines((await run(['keygen'])).stdout);
  const variables = {
    ...secrets,
    LATCHKEY_DATA: join(temporaryFolder(), 'own'),
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'login@acme.example',
    PORT: '0',
  };
  const init = await run(
    ['init', '--name', 'Acme', '--root-public-key', secrets.LATCHKEY_ROOT_PUBLIC_KEY ?? ''],
    variables,
  );
  const { authProxyConfigId, organizationId } = JSON.parse(init.stdout) as Record<
    'authProxyConfigId' | 'organizationId',
    string
  >;
  const operator = (...words: string[]) => run(words, { ...variables, LATCHKEY_ROOT_KEY });
  const who = async () => (await operator('admin', 'who', 'ada@example.com')).stdout.split('\n');
  /** The sheet, once it says something: refused logins are written every five seconds. */
  const sheetOnce = async (says: RegExp) => {
    let sheet = '';
    await expect
      .poll(async () => {
        sheet = (await who()).join('\n');
        return sheet;
      })
      .toMatch(says);
    return sheet;
  };
  const serving = start(['serve'], variables);
  const [, url = ''] = await serving.line(/"url":"(http:\/\/[^"]+)"/);
  const ask = async (contact: string, origin?: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': authProxyConfigId };
    const body = JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact });
    return fetch(`${url}/v1/otp_init`, {
      method: 'POST',
      headers: { ...headers, ...(origin && { Origin: origin }) },
      body,
    });
  };
  const ada = await logIn({ authProxyUrl: url, authProxyConfigId }, 'ada@example.com', codeOf);
  expect((await who())[0]).toMatch(/^can log in now: by a code by e-mail/);

  // A page of another origin: the sheet and the log name it, until it is allowed.
  await operator('config', 'set', 'allowedOrigins=https://app.acme.example');
  expect((await ask('ada@example.com', 'https://www.acme.example')).status).toBe(403);
  await serving.line(/"event":"origin refused".*"origin":"https:\/\/www\.acme\.example"/);
  const elsewhere = await sheetOnce(/^can log in now, but not on every page: by a code by e-mail/);
  expect(elsewhere).toMatch(/ {2}not on https:\/\/www\.acme\.example, refused at \S+Z: not among allowedOrigins/);
  await operator('config', 'set', 'allowedOrigins=https://app.acme.example,https://www.acme.example');
  expect((await who())[0]).toMatch(/^can log in now: by a code by e-mail/);
  expect((await ask('ada@example.com', 'https://www.acme.example')).status).toBe(200);

  // A cap that others have filled: the sheet has the reason, the refused call, and what finds it in the log.
  await operator('config', 'set', 'emailsPerHour=2');
  const refused = await ask('ada@example.com', 'https://app.acme.example');
  expect(refused.status).toBe(429);
  const sheet = await sheetOnce(/Refused logins\n {2}\S+Z {2}LOGIN_BUSY {2}otp_init {2}stranger/);
  expect(sheet).toContain('your organization has sent as many codes as its configuration allows in an hour');
  const [, hash = ''] = /"contact":"([0-9a-f]{32})"/.exec(sheet) ?? [];
  const id = refused.headers.get('X-Request-Id');
  await serving.line(new RegExp(`"requestId":"${id}".*"refusal":"LOGIN_BUSY".*"contact":"${hash}"`));
  await operator('config', 'set', 'emailsPerHour=3000');
  expect((await who())[0]).toMatch(/^can log in now: by a code by e-mail/);

  // Suspended: the sheet says why and since when, and that she still gets in, to export.
  const { organizationId: subOrganizationId } = await livingSession(ada);
  const root = await rootCaller((path, init) => fetch(url + path, init), {
    organizationId,
    privateKey: LATCHKEY_ROOT_KEY,
    clock: Date.now,
  });
  await root.submit(suspendSubOrganization, { subOrganizationId, reason: 'A stolen phone' });
  const suspended = await who();
  expect(suspended[0]).toMatch(/^can log in now, to read and export alone: by a code by e-mail/);
  expect(suspended[1]).toMatch(/^suspended since \S+: A stolen phone$/);
  serving.signal('SIGTERM');
  await serving.ended;
}, 240_000);
