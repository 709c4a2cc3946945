import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getAuthProxyConfig } from '../../../src/contract/authProxy.queries.js';
import {
  type AuthProxyConfigChanges,
  type AuthProxySettings,
  authProxyChanges,
} from '../../../src/contract/authProxy.records.js';
import { asRootUser } from '../../../src/service/node/callerOf.js';
import { differencesTo } from '../../../src/service/node/configFile.js';
import { applyConfig } from '../../../src/service/node/configFileCommand.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run } from './program.js';
import { needSecondVote } from './secondVote.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();

const variablesOf = (name: string) => ({
  LATCHKEY_MASTER_KEY: masterKey,
  LATCHKEY_CODE_PEPPER: codePepper,
  LATCHKEY_PROXY_KEY: proxyKey,
  LATCHKEY_DATA: join(folder, name),
  LATCHKEY_ROOT_KEY: rootApiKey.privateKey,
});

/** A service of its own, and its `latchkey config`. */
async function fresh(name: string) {
  const variables = variablesOf(name);
  await run(['init', '--name', name, '--root-public-key', rootApiKey.publicKey], variables);
  return (...words: string[]) => run(['config', ...words], variables);
}

const written = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const settings = [
  'allowedOrigins=https://app.example.com,https://example.com',
  'allowedAuthMethods=email,sms,passkey',
  'otpLength=8',
  'emailCustomizationParams.logoUrl=https://example.com/logo.png',
  'smsCustomizationParams.template=Acme {{.OtpCode}}',
  'replyToEmailAddress=help@example.com',
  'oauthClientIds.google=1234.apps.googleusercontent.com',
  'oidcIssuers=[{"id":"work","issuer":"https://id.example.com","clientIds":["acme"],"label":"Acme ID"}]',
  'smsCountries={"allow":["49"]}',
  'retentionDays={"completed":90,"failed":14}',
  'refusalsPerAddress={"most":1000,"windowSeconds":60}',
];

test('exported and applied again nothing differs; on another service it makes the same export', async () => {
  const one = await fresh('One');
  await one('set', ...settings);
  const file = join(folder, 'settings.json');
  expect(await one('export', file)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const text = readFileSync(file, 'utf8');
  expect((await one('export')).stdout).toBe(text);
  const before = (await one('get')).stdout;
  for (const words of [['--dry-run'], []])
    expect(await one('apply', file, ...words)).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing differs.\n' });
  expect((await one('get')).stdout).toBe(before);

  const other = await fresh('Other');
  await other('set', 'smsOriginHost=other.example.com', 'oauthClientIds.apple=com.example.other');
  const unchanged = (await other('get')).stdout;
  const dry = await other('apply', file, '--dry-run');
  expect(dry.code).toBe(1);
  for (const line of ['otpLength: 6 -> 8', 'smsOriginHost: "other.example.com" -> ""'])
    expect(dry.stdout.split('\n')).toContain(line);
  expect((await other('get')).stdout).toBe(unchanged);
  const applied = await other('apply', file);
  expect(applied).toMatchObject({ code: 0, stderr: 'The configuration is as the file has it.\n', stdout: dry.stdout });
  expect((await other('export')).stdout).toBe(text);
  expect(await other('apply', file)).toMatchObject({ code: 0, stdout: '' });
});

test('a file that cannot be written is named, with its cause', async () => {
  const config = await fresh('unwritable');
  const path = join(folder, 'absent', 'auth-proxy.json');
  const stderr = `${path} cannot be written. (ENOENT)\n`;
  expect(await config('export', path)).toMatchObject({ code: 1, stdout: '', stderr });
});

test('what a file or a configuration says moves no cursor of the terminal, and turns no text around', () => {
  const none = { smsCustomizationParams: {}, oauthClientIds: {} };
  const emailCustomizationParams = { appName: 'Acme\u009b2J\u202egro\u2066\u200f\u007f\u001b[2J' };
  const [difference] = differencesTo(
    { emailCustomizationParams: { appName: 'Old\u0085' }, ...none } as AuthProxySettings,
    { emailCustomizationParams } as AuthProxyConfigChanges,
  );
  const shown = `${difference?.is}${difference?.wanted}`;
  expect(shown).toMatch(/^[ -~]*$/);
  expect(JSON.parse(difference?.wanted ?? '')).toMatchObject(emailCustomizationParams);
});

test('a file names every setting but secrets, and those that it leaves out stay', async () => {
  const config = await fresh('All');
  const exported = JSON.parse((await config('export')).stdout);
  const absent = Object.keys(authProxyChanges.entries).filter((name) => !Object.hasOwn(exported, name));
  expect(absent).toEqual(['turnstileSecretKey']);
  await config('set', 'otpAlphanumeric=true', 'emailCustomizationParams.logoUrl=https://example.com/logo.png');
  const some = written('some.json', { otpLength: 9, emailCustomizationParams: { appName: 'Some' } });
  expect((await config('apply', some)).code).toBe(0);
  const { logoUrl } = JSON.parse((await config('get', 'emailCustomizationParams')).stdout);
  expect(logoUrl).toBe('https://example.com/logo.png');
  expect((await config('get', 'otpAlphanumeric')).stdout).toBe('true\n');
  const reordered = written('order.json', { refusalsPerAddress: { windowSeconds: 60, most: 100 } });
  expect(await config('apply', reordered, '--dry-run')).toMatchObject({ code: 0, stderr: 'Nothing differs.\n' });
});

test('secrets are exported by no file and taken from none; unknown and malformed members are named, and nothing changes', async () => {
  const config = await fresh('Refused');
  const secret = '0x4AAAAAAAsecret_of_the_captcha';
  const key = written('turnstile.key', secret);
  await config('set', 'captchaEnabled=true', 'turnstileSiteKey=0x4AAAAAAAsite', `turnstileSecretKey=@${key}`);
  const before = (await config('get')).stdout;
  expect((await config('export')).stdout).not.toContain(secret);
  const wrong = written('wrong.json', {
    otpLength: 8,
    turnstileSecretKey: secret,
    authProxyConfigId: 'x',
    '__proto__\u202e': 1,
    emailCustomizationParams: { colour: 'red' },
    sessionExpirationSeconds: '1 week',
  });
  const { code, stdout, stderr } = await config('apply', wrong);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const line of [
    'turnstileSecretKey is a secret, and belongs in no such file: latchkey config set turnstileSecretKey=@FILE',
    'there is no setting "authProxyConfigId".',
    'there is no setting "emailCustomizationParams.colour".',
    'sessionExpirationSeconds: must be number',
  ])
    expect(stderr).toContain(`${wrong}: ${line}`);
  expect(stderr).not.toContain(secret);
  for (const [text, why] of [
    ['[]', 'it must be one JSON object.'],
    ['"text"', 'it must be one JSON object.'],
    [`{"otpLength": ${secret}`, 'it is no JSON.'],
  ] as const) {
    const answer = await config('apply', written('malformed.json', text));
    expect(answer).toMatchObject({ code: 1, stdout: '', stderr: `${join(folder, 'malformed.json')}: ${why}\n` });
  }
  const nowhere = await config('apply', join(folder, 'nowhere.json'));
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/it cannot be opened\. \(ENOENT\)\n$/) });
  const invalid = written('invalid.json', { allowedOrigins: ['app.example.com'], otpLength: 8 });
  expect(await config('apply', invalid)).toMatchObject({ code: 1, stderr: expect.stringContaining('allowedOrigins') });
  expect((await config('get')).stdout).toBe(before);
  for (const words of [['export', 'a', 'b'], ['export', '--dry-run'], ['apply'], ['apply', 'a', 'b']])
    expect((await config(...words)).code).toBe(2);
});

test('what waits for others changes no setting that somebody has changed meanwhile', async () => {
  await fresh('Votes');
  const environment = readConfigEnvironment(variablesOf('Votes'), {});
  const approve = await needSecondVote(environment);
  const applied = async (name: string, content: unknown): Promise<string> => {
    const said: string[] = [];
    const wanted = { path: written(name, content), isDry: false, json: false };
    const code = await applyConfig(environment, wanted, { print: () => {}, say: (line) => void said.push(line) });
    expect(code).toBe(1);
    return said.join();
  };
  const fingerprintsIn = (said: string) => said.match(/sha256:[0-9a-f]{64}/g) ?? [];
  const ours = await applied('ours.json', { otpLength: 8 });
  // Asked for again while it waits, it is the same activity; what another file asks for waits beside it, and is told.
  expect(await applied('ours.json', { otpLength: 8 })).toBe(ours);
  const beside = await applied('beside.json', { otpExpirationSeconds: 200 });
  await approve(await applied('theirs.json', { otpLength: 9 }));
  await approve(beside);
  await expect(approve(ours)).rejects.toMatchObject({ code: 'PROXY_CONFIG_CHANGED' });
  const [fingerprint = ''] = fingerprintsIn(ours);
  const anew = fingerprintsIn(await applied('ours.json', { otpLength: 8 }));
  expect(anew).toEqual([expect.not.stringContaining(fingerprint), fingerprint]);
  const { authProxyConfig } = await asRootUser(environment, (caller) => caller.ask(getAuthProxyConfig, {}));
  expect(authProxyConfig).toMatchObject({ otpLength: 9, otpExpirationSeconds: 200 });
});
