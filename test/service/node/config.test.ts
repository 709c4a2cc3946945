import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRoots } from '../../../src/crypto/proofs/chain.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { readAssignments } from '../../../src/service/node/readAssignments.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run, start } from './program.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const sends = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'codes@latchkey.example', PORT: '0' };

async function initialised(data: string) {
  const environment = {
    LATCHKEY_MASTER_KEY: masterKey,
    LATCHKEY_CODE_PEPPER: codePepper,
    LATCHKEY_PROXY_KEY: proxyKey,
    LATCHKEY_DATA: join(folder, data),
  };
  const { stdout } = await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], environment);
  const { organizationId } = JSON.parse(stdout) as { organizationId: string };
  return { environment, organizationId, rootKey: { LATCHKEY_ROOT_KEY: rootApiKey.privateKey } };
}

test('the configuration is read and changed on the database, and init has named the app', async () => {
  const { environment, rootKey } = await initialised('own');
  const get = await run(['config', 'get'], { ...environment, ...rootKey });
  expect(get).toMatchObject({ code: 0, stderr: '' });
  const before = JSON.parse(get.stdout);
  expect(before).toMatchObject({ otpLength: 6, emailCustomizationParams: { appName: 'Acme' }, allowedOrigins: ['*'] });
  expect(before).toMatchObject({ sessionExpirationSeconds: 7 * 24 * 3600, freshLoginSeconds: 900 });
  const words = [
    'allowedOrigins=https://app.example.com,https://example.com',
    'otpLength=8',
    'emailCustomizationParams.appName=Acme & sons',
    'oauthClientIds.google=1234.apps.googleusercontent.com,phone.apps.googleusercontent.com',
    'oidcIssuers=[{"id":"work","issuer":"https://id.example.com","clientIds":["acme"],"label":"Acme ID"}]',
  ];
  const set = await run(['config', 'set', ...words], { ...environment, ...rootKey });
  expect(set.code).toBe(0);
  expect(set.stderr.trim().split('\n').sort()).toEqual([
    'allowedOrigins: ["*"] -> ["https://app.example.com","https://example.com"]',
    'emailCustomizationParams: {"appName":"Acme"} -> {"appName":"Acme & sons"}',
    expect.stringMatching(/^oauthClientIds: /),
    expect.stringMatching(/^oidcIssuers: /),
    'otpLength: 6 -> 8',
  ]);
  const after = JSON.parse(set.stdout);
  expect(after).toEqual({
    ...before,
    allowedOrigins: ['https://app.example.com', 'https://example.com'],
    otpLength: 8,
    emailCustomizationParams: { appName: 'Acme & sons' },
    oauthClientIds: { google: ['1234.apps.googleusercontent.com', 'phone.apps.googleusercontent.com'] },
    oidcIssuers: [{ id: 'work', issuer: 'https://id.example.com', clientIds: ['acme'], label: 'Acme ID' }],
    updatedAt: expect.anything(),
    revision: expect.anything(),
  });
  for (const [name, value] of [
    ['otpLength', '8'],
    ['allowedOrigins', '["https://app.example.com","https://example.com"]'],
    ['otpTemplateId', 'null'],
  ] as const)
    expect(await run(['config', 'get', name], { ...environment, ...rootKey })).toMatchObject({
      code: 0,
      stdout: `${value}\n`,
      stderr: '',
    });
  const none = await run(['config', 'get', 'colour'], { ...environment, ...rootKey });
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/There is no setting colour/) });
});

test('the same is done at a running service, with nothing but its address, the organization and the root key', async () => {
  const { environment, organizationId, rootKey } = await initialised('served');
  const service = start(['serve'], { ...environment, ...sends });
  await service.line(/"event":"auth proxy open to every origin"/); // logged once, since nobody has set it yet
  const { url } = JSON.parse((await service.line(/"event":"listening"/)).input);
  const there = ['--url', url, '--organization', organizationId];
  const { code, stdout } = await run(
    ['config', 'set', ...there, '--public-clients', 'sessionExpirationSeconds=1200'],
    rootKey,
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    otpLength: 9,
    otpAlphanumeric: true,
    sessionExpirationSeconds: 1200,
    freshLoginSeconds: 1200,
    allowedAuthMethods: ['email', 'wallet'],
    acceptUnboundProviderTokens: true,
  });
  const later = await run(
    [
      'config',
      'set',
      ...there,
      '--public-clients',
      'freshLoginSeconds=60',
      'allowedOrigins=["https://app.example.com"]',
    ],
    rootKey,
  );
  expect(JSON.parse(later.stdout)).toMatchObject({
    otpLength: 9,
    sessionExpirationSeconds: 900,
    freshLoginSeconds: 60,
  });

  const { privateKey } = (await freshSecrets()).rootApiKey;
  const stranger = await run(['config', 'get', ...there], { LATCHKEY_ROOT_KEY: privateKey });
  expect(stranger).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/has this public key/) });
  service.signal('SIGTERM');
  const { stdout: log } = await service.ended;
  expect(log.match(/auth proxy open to every origin/g)).toHaveLength(1);
  const again = start(['serve'], { ...environment, ...sends });
  await again.line(/"event":"listening"/);
  again.signal('SIGTERM');
  expect((await again.ended).stdout).not.toMatch(/auth proxy open/);
  const gone = await run(['config', 'get', ...there], rootKey);
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No service answers at/) });
});

test('that of latchkey dev is changed by its folder alone, and without one that is reported', async () => {
  const folderOfDev = { LATCHKEY_DATA: join(folder, 'dev') };
  const dev = start(['dev'], { ...folderOfDev, PORT: '0' });
  const port = new URL((await dev.line(/^latchkey ready (\S+)/))[1] ?? '').port;
  const here = { ...folderOfDev, PORT: port };
  const { code, stdout } = await run(['config', 'set', '--dev', 'otpLength=8'], here);
  expect({ code, otpLength: JSON.parse(stdout).otpLength }).toEqual({ code: 0, otpLength: 8 });
  const nobody = await run(['config', 'get', '--dev'], { ...here, LATCHKEY_DATA: join(folder, 'none') });
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('No latchkey dev with the folder') });
  expect((await run(['config', 'get', '--dev', '--url', 'http://localhost'], here)).code).toBe(2);
  const root = await run(['trust', '--dev'], here);
  expect(root).toMatchObject({ code: 0, stdout: expect.stringMatching(/^MII[\w+/]+=*\n$/) });
  expect(readRoots([root.stdout.trim()])).toHaveLength(1);
});

test("a captcha's secret key is read from a file, and neither printed nor kept as it is", async () => {
  const { environment, rootKey } = await initialised('captcha');
  const secretKey = '0x4AAAAAAAsecret_of_the_captcha';
  const file = join(folder, 'turnstile.key');
  writeFileSync(file, `${secretKey}\n`);
  const words = ['captchaEnabled=true', 'turnstileSiteKey=0x4AAAAAAAsite', `turnstileSecretKey=@${file}`];
  const set = await run(['config', 'set', ...words], { ...environment, ...rootKey });
  expect(set).toMatchObject({ code: 0, stderr: expect.stringContaining('captchaEnabled: false -> true') });
  expect(set.stderr).not.toContain(secretKey);
  expect(JSON.parse(set.stdout)).toMatchObject({ captchaEnabled: true, turnstileSiteKey: '0x4AAAAAAAsite' });
  expect(set.stdout).not.toContain(secretKey);
  const data = join(folder, 'captcha');
  for (const name of readdirSync(data)) expect(readFileSync(join(data, name)).includes(secretKey), name).toBe(false);
});

test('refusals have the service’s words, and no key is printed', async () => {
  const { environment, rootKey } = await initialised('refused');
  for (const [words, says] of [
    [
      ['allowedOrigins=https://*.example.com'],
      /^The auth proxy configuration is not valid\. \(allowedOrigins each must be an exact origin [^\n]*\n$/,
    ],
    [['otpLength=12'], /otpLength|missing, unknown or malformed/],
    [['colour=blue'], /There is no setting colour/],
    [['otpLength=six'], /otpLength must be JSON/],
    [['otpLength=1e999'], /otpLength must be JSON, .* and not null/],
    [['recordPerHour=null'], /recordPerHour must be JSON, .* and not null/],
    [['otpLength'], /does not read name=value/],
    [['turnstileSecretKey=@nowhere.key'], /turnstileSecretKey cannot be read from nowhere\.key/],
    [['captchaEnabled=true', 'turnstileSiteKey=0xsite'], /turnstileSecretKey is missing, and captchaEnabled needs it/],
  ] as const) {
    const { code, stdout, stderr } = await run(['config', 'set', ...words], { ...environment, ...rootKey });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain(rootApiKey.privateKey);
  }
  const other = { LATCHKEY_ROOT_KEY: (await freshSecrets()).rootApiKey.privateKey };
  expect(await run(['config', 'get'], { ...environment, ...other })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^LATCHKEY_ROOT_KEY is no key of an organization in this database/),
  });
  expect((await run(['config', 'get'], environment)).stderr).toMatch(/LATCHKEY_ROOT_KEY is missing/);
  for (const args of [['get', 'otpLength', 'allowedOrigins'], ['set'], ['put', 'otpLength=8'], []]) {
    expect((await run(['config', ...args], { ...environment, ...rootKey })).code).toBe(2);
  }
});

test('what is optional is set and unset again, and each is told', async () => {
  const { environment, rootKey } = await initialised('unset');
  const set = (...words: string[]) => run(['config', 'set', ...words], { ...environment, ...rootKey });
  const before = JSON.parse((await run(['config', 'get'], { ...environment, ...rootKey })).stdout);
  const given = await set(
    'sendFromEmailSenderName=Acme',
    'retentionDays={"completed":90,"failed":30}',
    'recordPerHour={"mebibytes":64,"activities":10000}',
  );
  expect(JSON.parse(given.stdout)).toMatchObject({
    sendFromEmailSenderName: 'Acme',
    retentionDays: { completed: 90, failed: 30 },
    recordPerHour: { mebibytes: 64, activities: 10_000 },
  });
  const unset = await set('sendFromEmailSenderName=', 'retentionDays=', 'recordPerHour=');
  expect(unset.code).toBe(0);
  expect(unset.stderr.trim().split('\n').sort()).toEqual([
    'recordPerHour: {"mebibytes":64,"activities":10000} -> null',
    'retentionDays: {"completed":90,"failed":30} -> null',
    'sendFromEmailSenderName: "Acme" -> null',
  ]);
  const changing = { updatedAt: expect.anything(), revision: expect.anything() };
  expect(JSON.parse(unset.stdout)).toEqual({ ...before, ...changing });
});

test('words become values as the contract has them', () => {
  const words = [
    'smsCustomizationParams.template={{.OtpCode}} is it',
    'sendFromEmailSenderName=007',
    'otpAlphanumeric=true',
  ];
  expect(
    readAssignments([...words, 'codesPerContact={"most":5,"windowSeconds":60}', 'codesPerAddress.most=7']),
  ).toEqual({
    smsCustomizationParams: { template: '{{.OtpCode}} is it' },
    sendFromEmailSenderName: '007',
    otpAlphanumeric: true,
    codesPerContact: { most: 5, windowSeconds: 60 },
    codesPerAddress: { most: 7 },
  });
  expect(readAssignments(['sendFromEmailSenderName=', 'retentionDays=', 'recordPerHour.mebibytes=1'])).toEqual({
    sendFromEmailSenderName: '',
    retentionDays: '',
    recordPerHour: { mebibytes: 1 },
  });
  expect(() => readAssignments(['otpLength='])).toThrow(expect.objectContaining({ code: 'ASSIGNMENT_UNREADABLE' }));
  expect(() => readAssignments(['expectedRevision=1'])).toThrow(
    expect.objectContaining({ code: 'ASSIGNMENT_UNREADABLE' }),
  );
  for (const word of ['__proto__.polluted=1', 'constructor=1', 'otpLength.most=1']) {
    expect(() => readAssignments([word])).toThrow(expect.objectContaining({ code: 'ASSIGNMENT_UNREADABLE' }));
  }
});
