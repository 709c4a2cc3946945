import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../../../src/service/configuration/authProxySettings.js';
import { certificateFinding } from '../../../src/service/node/doctor/certificate.js';
import { type DashboardSetup, dashboardFindings } from '../../../src/service/node/doctor/dashboardFindings.js';
import { configurationFindings } from '../../../src/service/node/doctor/databaseFindings.js';
import { senderFindings } from '../../../src/service/node/doctor/deliveryFindings.js';
import { doctorCommand, examine } from '../../../src/service/node/doctor/doctorCommand.js';
import { clockFinding, type Finding } from '../../../src/service/node/doctor/finding.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { ageOf } from '../../../src/service/store/migrations.js';
import { type DnsServer, openDnsServer } from '../../support/dnsServer.js';
import { type MailServer, openMailServer } from '../../support/mailServer.js';
import { freshDatabase } from '../../support/postgres.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { released, rightVariables } from '../store/released/released.js';
import { builtProgram, run, start } from './program.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const secrets = { LATCHKEY_MASTER_KEY: masterKey, LATCHKEY_CODE_PEPPER: codePepper, LATCHKEY_PROXY_KEY: proxyKey };

let mail: MailServer;
let dns: DnsServer;
const key = `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`;
beforeAll(async () => {
  mail = await openMailServer();
  dns = await openDnsServer({
    'acme.example': ['google-site-verification=1', 'v=spf1 include:mail.example -all'],
    '_dmarc.acme.example': ['v=DMARC1; p=reject'],
    '_dmarc.two.example': ['v=DMARC1; p=none', 'another text', 'v=DMARC1; p=reject'],
    'mail1._domainkey.acme.example': [key],
    'old._domainkey.acme.example': ['v=DKIM1; p='],
    'open.example': ['v=spf1 +all include:mail.example'],
    'none.example': ['v=spf1 -all'],
    'neutral.example': ['v=spf1 ?all'],
    'empty.example': ['v=spf1'],
    'mail1._domainkey.signed.example': ['k=rsa; p = AAAA'],
    'two.example': ['v=spf1 -all', 'v=spf1 ~all'],
  });
  await init(variables());
  await run(['config', 'set', 'allowedOrigins=https://app.acme.example'], {
    ...variables(),
    LATCHKEY_ROOT_KEY: rootApiKey.privateKey,
  });
});
afterAll(() => Promise.all([mail.close(), dns.close()]));

const smtpUrl = () => `smtp://127.0.0.1:${mail.server.port}`;
const variables = (more: Record<string, string> = {}) => ({
  ...{ ...secrets, LATCHKEY_DATA: join(folder, 'own'), SMTP_URL: smtpUrl(), MAIL_FROM: 'login@acme.example' },
  ...more,
});
const init = (at: Record<string, string>) =>
  run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], at);
const lookUp = () => ({ resolvers: [dns.address], selector: 'mail1' });
const found = async (of: Record<string, string>) => (await examine(of, lookUp())).map(brief);
const brief = ({ part, is }: Finding) => `${part}: ${is}`;
const wrongs = async (of: Record<string, string>) =>
  (await examine(of, lookUp())).filter(({ is }) => is === 'wrong').map(({ part, says }) => `${part}: ${says}`);

/** A server of this machine. */
async function openServer(answer: (url: string) => string | number): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const said = answer(request.url ?? '');
    response.writeHead(typeof said === 'number' ? said : 200).end(String(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('a setup that is right has nothing wrong, and the program says so', async () => {
  const serving = start(['serve'], variables({ PORT: '0' }));
  const [, url = ''] = await serving.line(/"url":"(http:\/\/[^"]+)"/);
  const all = variables({ LATCHKEY_PUBLIC_URL: url });
  expect(await found(all)).toEqual([
    ...['program: right', 'settings: right', 'database: right', 'secrets: right', 'configuration: right'],
    ...['mail: right', 'sender: right', 'sender: right', 'sender: right', 'address: right', 'clock: right'],
  ]);
  const args = ['doctor', '--resolver', dns.address, '--dkim-selector', 'mail1'];
  const { code, stdout, stderr } = await run(args, all);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '11 looked at: 0 wrong, 0 unknown.\n' });
  expect(stdout).toContain('right    configuration  People can log in from https://app.acme.example.');
  const lines = (await run([...args, '--json'], all)).stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).is)).toEqual(Array(11).fill('right'));
  serving.signal('SIGTERM');
  await serving.ended;
});

test('settings that are missing are all named, and nothing else is asked', async () => {
  const [program, ...rest] = await examine({ MAIL_FROM: 'login@acme.example' }, lookUp());
  expect(program).toMatchObject({ part: 'program', is: 'right' });
  expect(rest.map(brief)).toEqual([...Array(5).fill('settings: wrong'), 'database: unknown']);
  const { code, stderr } = await run(['doctor', '--resolver', dns.address], { LATCHKEY_DATA: join(folder, 'none') });
  expect(code).toBe(1);
  expect(stderr).toMatch(/wrong, 1 unknown\./);
});

test('a database without an organization is said to be none, and not made', async () => {
  expect(await wrongs(variables({ LATCHKEY_DATA: join(folder, 'mistyped') }))).toEqual([
    expect.stringMatching(/^database: There is no organization in LATCHKEY_DATA=.*mistyped/),
  ]);
});

test('secrets of another service are named', async () => {
  const other = await freshSecrets();
  const faults = await wrongs(
    variables({ LATCHKEY_MASTER_KEY: other.masterKey, LATCHKEY_CODE_PEPPER: other.codePepper }),
  );
  expect(faults.filter((fault) => fault.startsWith('secrets: '))).toHaveLength(2);
  expect(faults.join()).not.toContain(other.masterKey);
});

test('a database of an older version stays one, and a newer one is refused', async () => {
  const [sqlite] = released;
  const copy = await (sqlite as (typeof released)[number]).copy();
  const of = { ...variables(), ...rightVariables(copy.contents), ...copy.variables };
  const [older] = (await examine(of, lookUp())).filter(({ part }) => part === 'database');
  expect(older).toMatchObject({ is: 'right', says: expect.stringContaining('An older version made it') });
  const store = await copy.open();
  expect(await ageOf(store)).toBe('older');
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099')`.execute(store.db);
  await store.close();
  expect(await wrongs(of)).toContainEqual(expect.stringContaining('A newer version of Latchkey made this SQLite'));
});

test('what fails in a way of its own is a finding, too, and tells nothing of what it was given', async () => {
  const faults = await wrongs(variables({ LATCHKEY_DATA: '', DATABASE_URL: 'postgres://a:%FFsecret@127.0.0.1:1/x' }));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^database: /);
  expect(faults[0]).not.toContain('secret');
});

test.skipIf(!inject('postgresUrl'))('PostgreSQL is asked for its clock, too', async () => {
  const { LATCHKEY_DATA: _, ...others } = variables();
  const of = { ...others, DATABASE_URL: await freshDatabase() };
  await init(of);
  expect(await found(of)).toEqual(expect.arrayContaining(['database: right', 'secrets: right', 'clock: right']));
  expect(await wrongs({ ...of, DATABASE_URL: of.DATABASE_URL.replace(/:\d+\//, ':1/') })).toContainEqual(
    expect.stringMatching(/^database: .*/),
  );
});

describe('mail', () => {
  const withServer = async (options: SMTPServerOptions, url: (port: number) => string) => {
    const own = await openMailServer(options);
    const faults = await wrongs(variables({ SMTP_URL: url(own.server.port) }));
    await own.close();
    expect(own.caught).toEqual([]);
    return faults.filter((fault) => fault.startsWith('mail: '));
  };

  test('a login that is refused, a server that is not there, and one that cannot encrypt', async () => {
    const refuses: SMTPServerOptions = { authOptional: false, onAuth: (_, __, done) => done(new Error('no')) };
    expect(await withServer(refuses, (port) => `smtp://ada:secret@127.0.0.1:${port}`)).toEqual([
      expect.stringContaining('refused the login of SMTP_URL'),
    ]);
    expect(await withServer({}, () => 'smtp://127.0.0.1:1')).toEqual([expect.stringContaining('cannot be reached')]);
    // Without a login that it offers, mail would be sent without one.
    const offersNone: SMTPServerOptions = { disabledCommands: ['AUTH', 'STARTTLS'] };
    expect(await withServer(offersNone, (port) => `smtp://ada:secret@127.0.0.1:${port}`)).toHaveLength(1);
    expect(await withServer({}, (port) => `smtp://127.0.0.1:${port}?requireTLS=true`)).toHaveLength(1);
  });

  const from = (domain: string) => ({ smtp: { server: mail.server, from: `login@${domain}` } });
  const sender = async (domain: string, selector?: string) =>
    (await senderFindings(from(domain), { resolvers: [dns.address], selector })).map(
      ({ is, says }) => `${is}: ${says}`,
    );

  test('the records of the sender’s domain', async () => {
    expect(await sender('acme.example', 'mail1')).toEqual([
      'right: acme.example says who may send its mail (SPF).',
      'right: acme.example has the key "mail1" by which mail is signed (DKIM).',
      'right: acme.example has a record for mail that others send as it (DMARC).',
    ]);
    expect(await sender('mail.acme.example', 'mail1')).toEqual([
      expect.stringMatching(/^unknown: .* no SPF record/),
      expect.stringMatching(/^right: .* has the key "mail1"/), // its parent's
      expect.stringMatching(/^right: .*DMARC/), // its parent's, too
    ]);
    expect((await sender('acme.example'))[1]).toMatch(/^unknown: /);
    expect((await sender('acme.example', 'old'))[1]).toMatch(/^wrong: /);
    expect((await sender('open.example'))[0]).toMatch(/^wrong: .* lets everybody/);
    expect((await sender('none.example'))[0]).toMatch(/^wrong: .* lets nobody/);
    for (const domain of ['neutral.example', 'empty.example'])
      expect((await sender(domain))[0]).toMatch(/^wrong: .* does not say who/);
    expect((await sender('signed.example', 'mail1'))[1]).toMatch(/^right: /);
    expect(await sender('absent.example', 'mail1')).toEqual(Array(3).fill(expect.stringMatching(/^wrong: /)));
    expect((await sender('two.example'))[0]).toMatch(/^wrong: .* has 2 SPF records/);
    expect((await sender('two.example'))[2]).toMatch(/^wrong: .* has 2 DMARC records/);
  });

  test('where no resolver answers, nothing is known', async () => {
    const closed = await openDnsServer({});
    await closed.close();
    const found = await senderFindings(from('acme.example'), { resolvers: [closed.address], selector: 'mail1' });
    expect(found.map(brief)).toEqual(Array(3).fill('sender: unknown'));
  });
});

describe('the public address', () => {
  test('nothing, something else, and no setting', async () => {
    const address = async (url: string) => (await wrongs(variables({ LATCHKEY_PUBLIC_URL: url }))).join();
    const served = async (answer: (url: string) => string | number) => {
      const { url, server } = await openServer(answer);
      const said = await address(url);
      server.close();
      return { url, said };
    };
    const { url, said } = await served(() => 'Welcome');
    expect(said).toContain('is no Latchkey service (200)');
    expect(await address(url)).toMatch(/^address: Nothing answers at .* \((?:ECONNREFUSED|UND_ERR_SOCKET)\)\.$/);
    expect((await served(() => 502)).said).toContain('the service behind it does not (502)');
    const unready = await served((path) => (path === '/health' ? '{"status":"ok"}' : 503));
    expect(unready.said).toContain('is not ready');
    expect(await found(variables())).toContain('address: unknown');
  });

  test('a certificate is right as long as it is renewed in time', () => {
    const nowMs = Date.parse('2026-11-28T00:00:00Z');
    const day = 86_400_000;
    const ending = (lifeDays: number, leftDays: number) => {
      const endsMs = nowMs + leftDays * day;
      return certificateFinding('address', { beginsMs: endsMs - lifeDays * day, endsMs }, nowMs);
    };
    expect(ending(90, 30)).toEqual({
      ...{ part: 'address', is: 'right', says: 'Its certificate ends in 720 hours, on 2026-12-28.' },
    });
    expect([ending(90, 10), ending(90, 9.9), ending(6, 2), ending(6, 1), ending(90, -1)].map(({ is }) => is)).toEqual([
      ...['right', 'wrong', 'right', 'wrong', 'wrong'],
    ]);
  });
});

describe('the dashboard', () => {
  const said = async (setup: DashboardSetup | undefined) =>
    (await dashboardFindings(setup)).map(({ is, says }) => `${is}: ${says}`).join();
  /** What is said of a server, and the paths that it was asked for. */
  const served = async (answer: (response: ServerResponse, path: string) => void, organizationId?: string) => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      answer(response, request.url ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const findings = await said({ url, organizationId });
    server.closeAllConnections();
    server.close();
    return { url, paths, findings };
  };
  const config = JSON.stringify({ organizationId: 'own', trust: {} });
  const withPage = (status: number) => (response: ServerResponse, path: string) =>
    response.writeHead(path === '/dashboard' ? status : 200).end(config);

  const files = join(folder, 'page');
  beforeAll(() => {
    mkdirSync(files);
    writeFileSync(join(files, 'index.html'), '<!doctype html><title>Dashboard</title>');
  });

  test('of one that answers it is said, of one that is not set nothing', async () => {
    const serving = start(['serve'], {
      ...variables({ PORT: '0', DASHBOARD: '1', DASHBOARD_PORT: '0', DASHBOARD_URL: 'http://localhost:4501' }),
      DASHBOARD_FILES: files,
    });
    const [, at = ''] = await serving.line(/"dashboard":"(http:\/\/[^"]+)"/);
    expect(await said({ url: at })).toBe(`right: The dashboard answers at ${at}.`);
    const faults = await wrongs(variables({ DASHBOARD_URL: at, LATCHKEY_PUBLIC_URL: at }));
    expect(faults.filter((fault) => fault.startsWith('dashboard'))).toEqual([]);
    serving.signal('SIGTERM');
    await serving.ended;
    expect(await said({ url: at })).toMatch(/^wrong: Nothing answers at /);
    expect(await found(variables())).not.toContain('dashboard: unknown');
    expect(await found(variables({ DASHBOARD_URL: at }))).toContain('dashboard: wrong');
  });

  test('of another page, another organization, a service without the page, and a proxy alone, what to do is said', async () => {
    expect((await served((response) => response.end('Welcome'))).findings).toMatch(
      /^wrong: .* is no dashboard \(200\)\./,
    );
    expect((await served((response) => response.writeHead(404).end('{}'))).findings).toMatch(/^wrong: .*\(404\)\./);
    expect((await served((response) => response.writeHead(502).end())).findings).toMatch(
      /^wrong: .* behind it does not/,
    );
    expect((await served(withPage(404))).findings).toMatch(/^wrong: .* has no page for operators \(404\)\./);
    expect((await served(withPage(200), 'other')).findings).toMatch(/^wrong: .* another organization/);
    expect((await served(withPage(200), 'own')).findings).toMatch(/^right: /);
  });

  test('it is read where a server in the same process has put a Response of its own in the place of fetch’s', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('Response', class extends Response {});
    expect((await served(withPage(200))).findings).toMatch(/^right: /);
    expect((await served((response) => response.end('Welcome'))).findings).toMatch(/^wrong: .* is no dashboard/);
  });

  test('a redirect is not followed, and what cannot be asked is unknown', async () => {
    const { findings, paths } = await served((response, path) =>
      path === '/login' ? response.end(config) : response.writeHead(302, { Location: '/login' }).end(),
    );
    expect(findings).toMatch(/^unknown: .* asks for a login of its own \(302\)\./);
    expect(paths).toEqual(['/dashboard.json']);
    const silent = await served(() => {});
    expect(silent.findings).toMatch(/^unknown: .* cannot be asked from this machine/);
    expect(await said({ url: 'https://dashboard.invalid' })).toMatch(/^unknown: .* cannot be asked from this machine/);
  });
});

test('clocks may be five seconds apart, and the time that an answer took does not count', () => {
  const asked = { askedMs: 10_000, answeredMs: 70_000 };
  const apart = (saidMs: number) => clockFinding("The database's", { ...asked, saidMs }).is;
  expect([4_999, 5_000, 10_000, 40_000, 75_000, 75_001].map(apart)).toEqual([
    ...['wrong', 'right', 'right', 'right', 'right', 'wrong'],
  ]);
});

test('a configuration that lets nobody in, or everybody ask, is said to be wrong', () => {
  const delivery = { smtp: { server: mail.server, from: 'login@acme.example' }, smsWebhook: undefined };
  const settings = { ...defaultSettings, allowedOrigins: ['https://a.example'] };
  const of = (changes: Partial<typeof settings>) =>
    configurationFindings([{ settings: { ...settings, ...changes }, oauth2Apps: 0 }], delivery).map(
      ({ is, says }) => `${is}: ${says}`,
    );
  expect(of({})).toEqual(['right: People can log in from https://a.example.']);
  expect(of({ allowedOrigins: ['*'] })).toEqual(['wrong: Pages of every origin may ask for codes.']);
  expect(of({ allowedOrigins: ['http://a.example', 'http://localhost:5173'] })).toEqual([
    expect.stringContaining('http://a.example is not encrypted'),
  ]);
  expect(of({ allowedAuthMethods: ['email', 'sms'] })).toEqual([expect.stringContaining('no SMS_WEBHOOK_URL')]);
  expect(of({ allowedAuthMethods: [] })).toEqual(['wrong: There is no way to log in.']);
  expect(of({ allowedAuthMethods: [], oauthClientIds: { google: ['id'] } })[0]).toMatch(/^right/);
  const discord = [{ settings: { ...settings, allowedAuthMethods: [] }, oauth2Apps: 1 }];
  expect(configurationFindings(discord, delivery)).toMatchObject([{ is: 'right' }]);
  expect(of({ sendFromEmailAddress: 'login@other.example' })).toEqual([
    expect.stringMatching(/^right/),
    expect.stringMatching(/^unknown: Mail leaves from other\.example/),
  ]);
  expect(configurationFindings([], delivery)).toMatchObject([{ is: 'wrong' }]);
});

test('send-test sends one message as codes are sent, and names what refuses it', async () => {
  const sent = await run(['send-test', '--to', 'ada@example.com'], variables());
  expect(sent).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('has taken it') });
  expect(mail.caught.at(-1)).toMatchObject({ from: 'login@acme.example', to: ['ada@example.com'] });
  expect(mail.caught.at(-1)?.mail).toContain('Subject: A test of your mail');
  expect(await run(['send-test', '--to', '+491701234567'], variables())).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('Nobody said how sms messages are sent') },
  });
  expect(await run(['send-test', '--to', 'ada@'], variables())).toMatchObject({ code: 1 });
  expect(await run(['send-test'], variables())).toMatchObject({ code: 2 });
});

test('the program refuses what is no resolver, and no name of a key', async () => {
  for (const args of [['--resolver', 'dns.example'], ['--resolver', '1.2.3.4:x'], ['--dkim-selector', 'a b'], ['more']])
    expect((await run(['doctor', ...args], variables())).code, args.join(' ')).toBe(2);
  const outputs = { print: () => {}, say: () => {} };
  expect(await doctorCommand(variables(), { ...lookUp(), json: true }, outputs)).toBe(0);
});
