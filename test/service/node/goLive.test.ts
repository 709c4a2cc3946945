import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disableAuthProxy, updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import type { AuthProxyConfigChanges } from '../../../src/contract/authProxy.records.js';
import { asRootUser } from '../../../src/service/node/callerOf.js';
import { examine } from '../../../src/service/node/doctor/doctorCommand.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import type { RootCaller } from '../../../src/service/node/rootCaller.js';
import { type DnsServer, openDnsServer } from '../../support/dnsServer.js';
import { type MailServer, openMailServer } from '../../support/mailServer.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run } from './program.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
let mail: MailServer;
let dns: DnsServer;
let variables: Record<string, string>;

beforeAll(async () => {
  mail = await openMailServer();
  dns = await openDnsServer({
    'acme.example': ['v=spf1 include:mail.example -all'],
    '_dmarc.acme.example': ['v=DMARC1; p=reject'],
    'mail1._domainkey.acme.example': [`v=DKIM1; k=rsa; p=${'A'.repeat(400)}`],
  });
  variables = {
    LATCHKEY_MASTER_KEY: masterKey,
    LATCHKEY_CODE_PEPPER: codePepper,
    LATCHKEY_PROXY_KEY: proxyKey,
    LATCHKEY_DATA: join(folder, 'own'),
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'login@acme.example',
  };
  await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], variables);
  await configure({ allowedOrigins: ['https://app.acme.example'] });
});
afterAll(() => Promise.all([mail.close(), dns.close()]));

function asRoot(work: (caller: RootCaller) => Promise<unknown>): Promise<unknown> {
  const environment = readConfigEnvironment({ ...variables, LATCHKEY_ROOT_KEY: rootApiKey.privateKey }, {});
  return asRootUser(environment, work);
}

const configure = (changes: AuthProxyConfigChanges) =>
  asRoot((caller) => caller.submit(updateAuthProxyConfig, changes));

/** What doctor says is wrong or cannot be asked, with its advice. */
async function faults(more: Record<string, string> = {}, selector = 'mail1') {
  const findings = await examine({ ...variables, ...more }, { resolvers: [dns.address], selector });
  return findings
    .filter(({ is }) => is !== 'right')
    .map(({ is, part, says, advice = '' }) => ({ is, part, says: `${says} ${advice}` }));
}

/** A service whose clock is a minute late. */
async function lateService(): Promise<string> {
  const server = createServer((request, response) => {
    const status = request.url === '/ready' ? 'ready' : 'ok';
    response.sendDate = false;
    response.writeHead(200, { Date: new Date(Date.now() - 60_000).toUTCString() }).end(JSON.stringify({ status }));
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const otherDomain = { MAIL_FROM: 'login@nothing.example' };

/** How each point of the list is made wrong, in its order. */
const broken: readonly (() => ReturnType<typeof faults>)[] = [
  () => faults({ SMTP_URL: '', MAIL_FROM: '' }),
  () => faults({ LATCHKEY_PUBLIC_URL: 'https://127.0.0.1:1' }),
  () => faults({ LATCHKEY_DATA: join(folder, 'mistyped') }),
  async () => faults({ LATCHKEY_MASTER_KEY: (await freshSecrets()).masterKey }),
  () => configured({ allowedOrigins: ['*'] }),
  () => configured({ allowedOrigins: ['http://app.acme.example'] }),
  () => configured({ allowedAuthMethods: ['email', 'sms'] }),
  async () => {
    await asRoot((caller) => caller.submit(disableAuthProxy, {}));
    return faults();
  },
  () => faults({ SMTP_URL: 'smtp://127.0.0.1:1' }),
  () => faults(otherDomain, 'absent'),
  () => faults({}, 'absent'),
  () => faults(otherDomain),
  () => faults({ LATCHKEY_PUBLIC_URL: 'http://127.0.0.1:1' }),
  async () => faults({ DASHBOARD_URL: await lateService() }),
  async () => faults({ LATCHKEY_PUBLIC_URL: await lateService() }),
];

async function configured(changes: AuthProxyConfigChanges) {
  await configure(changes);
  const found = await faults();
  await configure({ allowedOrigins: ['https://app.acme.example'], allowedAuthMethods: ['email'] });
  return found;
}

const page = readFileSync(join(import.meta.dirname, '../../../docs/hosting.md'), 'utf8');
const list = page.slice(page.indexOf('<!-- go live -->'), page.indexOf('<!-- end of go live -->'));
const points = [...list.matchAll(/^\| (.+?) \| `(.+?)` \| `(.+?)` \|$/gm)].map(
  ([, point = '', part = '', says = '']) => ({
    point,
    part,
    says,
  }),
);

test('each point of the list before going live is found by doctor once it is not so, and none while all are', async () => {
  expect(points).toHaveLength(broken.length);
  expect((await faults()).filter(({ is }) => is === 'wrong')).toEqual([]);
  for (const [at, { point, part, says }] of points.entries()) {
    const found = await broken[at]?.();
    expect(found, `${point}: ${JSON.stringify(found)}`).toContainEqual({
      is: 'wrong',
      part,
      says: expect.stringContaining(says),
    });
  }
});
