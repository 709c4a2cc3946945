import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../src/crypto/hex.js';
import {
  readDevEnvironment,
  readInitEnvironment,
  readServeEnvironment,
} from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { defaultLimits } from '../../../src/service/node/limits.js';
import { EnvironmentError } from '../../../src/service/node/reading.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const folder = temporaryFolder();
const fresh = await freshSecrets();
const complete = {
  LATCHKEY_MASTER_KEY: fresh.masterKey,
  LATCHKEY_CODE_PEPPER: fresh.codePepper,
  LATCHKEY_PROXY_KEY: fresh.proxyKey,
  LATCHKEY_DATA: folder,
  SMTP_URL: 'smtp://localhost:1025',
  MAIL_FROM: 'codes@latchkey.example',
};

/** The sentences of the refusal; none when the environment is accepted. */
function faultsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readServeEnvironment(variables);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.faults;
    throw error;
  }
}

test('a complete environment is read', () => {
  const { secrets, store, listen, delivery } = readServeEnvironment(complete);
  expect(secrets.masterKeys.map(({ id, key }) => [id, toHex(key)])).toEqual([[undefined, fresh.masterKey]]);
  expect(toHex(secrets.codePepper)).toBe(fresh.codePepper);
  expect(toHex(secrets.proxyKey)).toBe(fresh.proxyKey);
  expect(store).toEqual({ folder });
  expect(listen).toEqual({ port: 4500, host: undefined });
  expect(delivery.smtp?.from).toBe('codes@latchkey.example');
  expect(delivery.smsWebhook).toBeUndefined();
});

test('an empty environment is refused with everything that is missing', () => {
  expect(faultsOf({})).toEqual([
    expect.stringMatching(/^LATCHKEY_MASTER_KEY is missing/),
    expect.stringMatching(/^LATCHKEY_CODE_PEPPER is missing/),
    expect.stringMatching(/^LATCHKEY_PROXY_KEY is missing/),
    expect.stringMatching(/^DATABASE_URL or LATCHKEY_DATA is missing/),
    expect.stringMatching(/^SMTP_URL \(with MAIL_FROM\) or SMS_WEBHOOK_URL is missing/),
  ]);
});

const zeros = '0'.repeat(64);
describe('what could be guessed is no secret', () => {
  test.each([
    ['', /is missing/],
    ['secret', /64 hex digits/],
    [fresh.masterKey.slice(2), /64 hex digits/],
    [`${fresh.masterKey}00`, /64 hex digits/],
    [`0x${fresh.masterKey.slice(2)}`, /64 hex digits/],
    [zeros, /is not random/],
    ['ab'.repeat(32), /is not random/],
    ['0123456789abcdef'.repeat(4), /is not random/],
  ])('%j', (value, says) => {
    for (const name of ['LATCHKEY_MASTER_KEY', 'LATCHKEY_CODE_PEPPER', 'LATCHKEY_PROXY_KEY']) {
      const [fault = '', ...more] = faultsOf({ ...complete, [name]: value });
      expect(fault).toMatch(says);
      expect(fault).toContain(name);
      expect(more).toEqual([]);
      if (value.length > 10) expect(fault).not.toContain(value);
    }
  });

  test('a proxy key beyond the order of the curve', () => {
    const beyond = `ffffffffffffffff${fresh.proxyKey.slice(16)}`;
    expect(faultsOf({ ...complete, LATCHKEY_PROXY_KEY: beyond })).toEqual([expect.stringMatching(/P-256 private key/)]);
  });
});

test('master keys can be replaced: the first of a list seals, all open', () => {
  const list = `2026:${fresh.codePepper}, 1:${fresh.masterKey}`;
  const { masterKeys } = readServeEnvironment({ ...complete, LATCHKEY_MASTER_KEY: list }).secrets;
  expect(masterKeys.map(({ id }) => id)).toEqual(['2026', '1']);
  const nameless = `${fresh.codePepper},1:${fresh.masterKey}`;
  const mixed = readServeEnvironment({ ...complete, LATCHKEY_MASTER_KEY: nameless }).secrets.masterKeys;
  expect(mixed.map(({ id }) => id)).toEqual([undefined, '1']);
  for (const twice of [`1:${fresh.codePepper},1:${fresh.masterKey}`, `${fresh.masterKey},${fresh.masterKey}`]) {
    expect(faultsOf({ ...complete, LATCHKEY_MASTER_KEY: twice })).toEqual([expect.stringMatching(/twice/)]);
  }
  for (const unread of [`1:${fresh.masterKey},`, `1:2:${fresh.masterKey}`, `:${fresh.masterKey}`]) {
    expect(faultsOf({ ...complete, LATCHKEY_MASTER_KEY: unread })).toEqual([expect.stringMatching(/64 hex digits/)]);
  }
  expect(faultsOf({ ...complete, LATCHKEY_MASTER_KEY: `1:${zeros}` })).toEqual([expect.stringMatching(/not random/)]);
});

test('pepper and proxy key can be replaced too: the first of a list makes, all check', () => {
  const { secrets } = readServeEnvironment({
    ...complete,
    LATCHKEY_CODE_PEPPER: `${fresh.masterKey}, ${fresh.codePepper}`,
    LATCHKEY_PROXY_KEY: `${fresh.proxyKey},${fresh.rootApiKey.privateKey}`,
  });
  expect([secrets.codePepper, ...(secrets.olderCodePeppers ?? [])].map(toHex)).toEqual([
    fresh.masterKey,
    fresh.codePepper,
  ]);
  expect([secrets.proxyKey, ...(secrets.olderProxyKeys ?? [])].map(toHex)).toEqual([
    fresh.proxyKey,
    fresh.rootApiKey.privateKey,
  ]);
});

test('a secret may lie in a file, but not in both places, and not in an empty or absent file', () => {
  const path = join(folder, 'pepper');
  const empty = join(folder, 'empty');
  writeFileSync(path, `${fresh.codePepper}\n`);
  writeFileSync(empty, '\n');
  const { LATCHKEY_CODE_PEPPER: _, ...others } = complete;
  const read = readServeEnvironment({ ...others, LATCHKEY_CODE_PEPPER_FILE: path });
  expect(toHex(read.secrets.codePepper)).toBe(fresh.codePepper);
  expect(faultsOf({ ...complete, LATCHKEY_CODE_PEPPER_FILE: path })).toEqual([expect.stringMatching(/both set/)]);
  expect(faultsOf({ ...others, LATCHKEY_CODE_PEPPER_FILE: empty })).toEqual([expect.stringMatching(/empty file/)]);
  expect(faultsOf({ ...others, LATCHKEY_CODE_PEPPER_FILE: `${path}.no` })).toEqual([expect.stringMatching(/ENOENT/)]);
});

test.each<[Record<string, string>, RegExp]>([
  [{ DATABASE_URL: 'mysql://localhost/db' }, /^DATABASE_URL must read postgres/],
  [{ DATABASE_URL: 'localhost' }, /^DATABASE_URL must read postgres/],
  ...['0', '1001', '-1', '1e2', '10.5', 'ten'].map((text): [Record<string, string>, RegExp] => [
    { DATABASE_POOL_SIZE: text },
    /^DATABASE_POOL_SIZE must be a number of connections from 1 to 1000/,
  ]),
  [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must read/],
  [{ MAIL_FROM: '' }, /^MAIL_FROM is missing/],
  [{ MAIL_FROM: 'Acme <codes@acme.example>' }, /^MAIL_FROM must be one e-mail address/],
  [{ SMS_WEBHOOK_URL: 'http://sms.example.com' }, /^SMS_WEBHOOK_URL must be an https address/],
  [{ SMS_WEBHOOK_TOKEN: 'a b' }, /^SMS_WEBHOOK_TOKEN must be a bearer token/],
  [{ PORT: '65536' }, /^PORT must be/],
  [{ PORT: '80a' }, /^PORT must be/],
  ...['0', '-1', '1.5', '1000001', 'many'].map((text): [Record<string, string>, RegExp] => [
    { MAX_CONNECTIONS_PER_ADDRESS: text },
    /^MAX_CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 1000000/,
  ]),
  ...['30', '0,7', '30,0', '30;7', '30,7,1', '36501,7', '-30,7', 'off'].map(
    (text): [Record<string, string>, RegExp] => [
      { LATCHKEY_RETENTION_DAYS: text },
      /^LATCHKEY_RETENTION_DAYS must be two numbers of days/,
    ],
  ),
  ...['64', '0,10000', '64,0', '64,ten', 'none'].map((text): [Record<string, string>, RegExp] => [
    { LATCHKEY_RECORD_PER_HOUR: text },
    /^LATCHKEY_RECORD_PER_HOUR must be a number of mebibytes/,
  ]),
  ...['http://auth.example.com', 'https://auth.example.com/', 'https://auth.example.com/path', 'auth.example.com'].map(
    (text): [Record<string, string>, RegExp] => [
      { LATCHKEY_PUBLIC_URL: text },
      /^LATCHKEY_PUBLIC_URL must be an https origin/,
    ],
  ),
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES must be/],
  [{ TRUSTED_PROXIES: 'proxy.internal' }, /^TRUSTED_PROXIES must be/],
  [{ TRUSTED_PROXIES: '10.0.0.1,' }, /^TRUSTED_PROXIES must be/],
])('%j is refused', (part, says) => {
  expect(faultsOf({ ...complete, ...part })).toEqual([expect.stringMatching(says)]);
});

test('the public URL is set if people log in at X and Discord, and is optional otherwise', () => {
  expect(readServeEnvironment(complete).publicUrl).toBeUndefined();
  const set = { ...complete, LATCHKEY_PUBLIC_URL: 'https://auth.example.com' };
  expect(readServeEnvironment(set).publicUrl).toBe('https://auth.example.com');
});

test('trusted proxies are addresses and ranges of both families', () => {
  const { trustedProxies } = readServeEnvironment({ ...complete, TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,fd00::/8' });
  expect(trustedProxies.check('10.9.9.9', 'ipv4')).toBe(true);
  expect(trustedProxies.check('192.0.2.8', 'ipv4')).toBe(false);
  expect(trustedProxies.check('fd12::1', 'ipv6')).toBe(true);
});

test('A-52: how long the auth proxy’s activities are kept, and how much a sub-organization may record, are settings', () => {
  expect(readServeEnvironment(complete).record).toEqual({});
  const set = { LATCHKEY_RETENTION_DAYS: '365,1', LATCHKEY_RECORD_PER_HOUR: '1000,2000000' };
  expect(readServeEnvironment({ ...complete, ...set }).record).toEqual({
    retentionDays: { completed: 365, failed: 1 },
    recordPerHour: { mebibytes: 1000, activities: 2_000_000 },
  });
  const off = readServeEnvironment({ ...complete, LATCHKEY_RECORD_PER_HOUR: 'off' });
  expect(off.record.recordPerHour).toEqual({ mebibytes: 0, activities: 0 });
  const perAddress = (LATCHKEY_RECORD_MIB_PER_ADDRESS: string) =>
    readServeEnvironment({ ...complete, LATCHKEY_RECORD_MIB_PER_ADDRESS }).record.recordMebibytesPerAddress;
  expect([perAddress('1000'), perAddress('off')]).toEqual([1000, 0]);
  for (const wrong of ['0', '-1', '1.5', 'many']) {
    expect(faultsOf({ ...complete, LATCHKEY_RECORD_MIB_PER_ADDRESS: wrong })).toEqual([
      'LATCHKEY_RECORD_MIB_PER_ADDRESS must be a number of mebibytes, like 128, or off.',
    ]);
  }
});

test('A-55: what an address may take of the server are settings', () => {
  expect(readServeEnvironment(complete).limits).toEqual(defaultLimits);
  const { limits } = readServeEnvironment({
    ...complete,
    MAX_CONNECTIONS: '10000',
    MAX_CONNECTIONS_PER_ADDRESS: '500',
    MAX_BODIES_MIB: '256',
    MAX_BODIES_MIB_PER_ADDRESS: '16',
    SMALL_BODY_KIB: '32',
  });
  expect(limits).toEqual({
    ...defaultLimits,
    connections: 10_000,
    connectionsPerAddress: 500,
    bodyBytes: 268_435_456,
    bodyBytesPerAddress: 16_777_216,
    smallBodyBytes: 32_768,
  });
});

test('A-53: how many wallet keys are derived in a minute is a setting, and off is no limit', () => {
  const read = (LATCHKEY_DERIVATIONS_PER_MINUTE: string) =>
    readServeEnvironment({ ...complete, LATCHKEY_DERIVATIONS_PER_MINUTE }).derivationsPerMinute;
  expect(readServeEnvironment(complete).derivationsPerMinute).toBeUndefined();
  expect([read('1000'), read('off')]).toEqual([1000, Number.POSITIVE_INFINITY]);
  expect(faultsOf({ ...complete, LATCHKEY_DERIVATIONS_PER_MINUTE: '-1' })).toEqual([
    expect.stringMatching(/^LATCHKEY_DERIVATIONS_PER_MINUTE must be a whole number .*, or off/),
  ]);
});

test('A-66: fair shares and queries a minute are settings, and off is no limit', () => {
  const read = (LATCHKEY_FAIR_SHARES: string) => readServeEnvironment({ ...complete, LATCHKEY_FAIR_SHARES }).work;
  expect(readServeEnvironment(complete).work).toEqual({});
  expect(read('off')).toEqual({ fairShares: 'off' });
  expect(read('100,1,400,8')).toEqual({
    fairShares: { organization: { ms: 100, running: 1 }, address: { ms: 400, running: 8 }, waitMs: 2000 },
  });
  for (const wrong of ['250,2,500', '250,2,500,0', '250,2,500,4,1', '250,2,500,x', '250,2,1001,4']) {
    expect(faultsOf({ ...complete, LATCHKEY_FAIR_SHARES: wrong })).toEqual([
      expect.stringMatching(/^LATCHKEY_FAIR_SHARES must be four whole numbers/),
    ]);
  }
  const queries = (LATCHKEY_QUERIES_PER_MINUTE: string) =>
    readServeEnvironment({ ...complete, LATCHKEY_QUERIES_PER_MINUTE }).work.queriesPerMinute;
  expect([queries('50'), queries('off')]).toEqual([50, Number.POSITIVE_INFINITY]);
});

test('A-64: what answers under way may hold are settings', () => {
  const { limits } = readServeEnvironment({
    ...complete,
    MAX_ANSWERS_MIB: '512',
    MAX_ANSWERS_MIB_PER_ADDRESS: '16',
    MAX_ANSWERS_MIB_PER_ORGANIZATION: '64',
  });
  expect(limits).toMatchObject({
    answerBytes: 512 * 2 ** 20,
    answerBytesPerAddress: 16 * 2 ** 20,
    answerBytesPerOrganization: 64 * 2 ** 20,
  });
});

test('A-60: metrics are answered nowhere, unless a port is named; then on this machine', () => {
  expect(readServeEnvironment({ ...complete, METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined();
  expect(readServeEnvironment({ ...complete, METRICS_PORT: '9464' }).metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
  });
  const open = { ...complete, METRICS_PORT: '9464', METRICS_HOST: '::' };
  expect(readServeEnvironment(open).metrics).toEqual({ port: 9464, host: '::' });
  expect(faultsOf({ ...complete, METRICS_PORT: 'yes' })).toEqual([expect.stringMatching(/^METRICS_PORT must be/)]);
});

test('PostgreSQL wins over a folder, and init asks for nothing that only serving needs', () => {
  const { SMTP_URL: _, MAIL_FROM: __, ...fewer } = complete;
  const postgresUrl = 'postgres://latchkey@localhost/latchkey';
  expect(readInitEnvironment({ ...fewer, DATABASE_URL: postgresUrl }).store).toEqual({ postgresUrl, poolSize: 10 });
});

const remote = 'postgres://latchkey@db.internal/latchkey';

test.each<[string, Record<string, string>]>([
  [remote, {}],
  ['postgres://latchkey@10.0.0.7:5433/latchkey', {}],
  ['postgres://latchkey@[fd00::7]/latchkey', {}],
  ['postgres://latchkey@localhost.evil.example/latchkey', {}],
  ['postgres://latchkey@localhost/latchkey?host=db.internal', {}],
  ['postgres:///latchkey', { PGHOST: 'db.internal' }],
  [`${remote}?ssl=0`, {}],
  [`${remote}?application_name=sslmode`, {}],
  [`${remote}?sslmode=`, { PGSSLMODE: '' }],
  [remote, { PGSSLMODE: 'allow' }],
  [remote, { PGSSLMODE: 'verify_full' }],
])('A-60: %s without TLS is refused, with a sentence on what to do', (url, more) => {
  expect(faultsOf({ ...complete, ...more, DATABASE_URL: url })).toEqual([
    expect.stringMatching(/^DATABASE_URL leads to another machine without TLS: .*verify-full.*sslmode=disable/),
  ]);
});

test.each<[string, Record<string, string>]>([
  ['postgres://latchkey@localhost/latchkey', {}],
  ['postgres://latchkey@127.0.0.1:5433/latchkey', {}],
  ['postgres://latchkey@[::1]/latchkey', {}],
  ['postgres:///latchkey', {}],
  ['postgres://latchkey@db.internal/latchkey?host=/var/run/postgresql', {}],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/latchkey', {}],
  [remote, { PGSSLMODE: 'require' }],
  [remote, { PGSSLMODE: 'disable' }],
  ...['disable', 'require', 'verify-ca', 'verify-full', 'no-verify', 'prefer'].map(
    (mode): [string, Record<string, string>] => [`${remote}?sslmode=${mode}`, {}],
  ),
  [`${remote}?ssl=true`, {}],
  [`${remote}?sslrootcert=/etc/ca.pem`, {}],
])('A-60: %s is taken with %j', (url, more) => {
  expect(readInitEnvironment({ ...complete, ...more, DATABASE_URL: url }).store).toMatchObject({ postgresUrl: url });
});

test('a process opens as many connections to PostgreSQL as configured', () => {
  const postgresUrl = 'postgres://latchkey@localhost/latchkey';
  for (const size of [1, 1000]) {
    const variables = { ...complete, DATABASE_URL: postgresUrl, DATABASE_POOL_SIZE: String(size) };
    expect(readServeEnvironment(variables).store).toEqual({ postgresUrl, poolSize: size });
  }
});

test('development needs nothing', () => {
  expect(readDevEnvironment({})).toMatchObject({ folder: '.latchkey', listen: { port: 4500 } });
  expect(() => readDevEnvironment({ PORT: 'http' })).toThrow(EnvironmentError);
});
