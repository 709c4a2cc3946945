import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { button, logIn } from './support/login.js';
import { formsOf, stringsInMemory } from './support/memory.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test('T-38 the key of a session can sign and cannot be read, and its secret is nowhere a script could look', async () => {
  const demo = await startDemo();
  const { page, context } = await visit(demo);
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await context.addInitScript(dealKeys, {
    privateKey: [...key.privateKey.export({ type: 'pkcs8', format: 'der' })].map((byte) => byte ^ mask),
    publicKey: [...key.publicKey.export({ type: 'spki', format: 'der' })],
    mask,
  });
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  await button(page, 'Sign message').click();
  await page.getByText('Verified: signed by your address.').waitFor();

  const { publicKey, ...held } = await page.evaluate(examineKey);
  expect(held).toEqual({ extractable: false, usages: ['sign'], exported: [] });
  expect(page.url()).toBe(`${demo.url}/`);
  expect(await context.cookies()).toEqual([]);
  const stored = await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)]);
  const kinds = stored.map(([name]) => name.replace(/(devices\.).*|[0-9a-f-]{36}(\.[0-9a-f]{66})?/, '$1*')).sort();
  expect(kinds).toEqual([
    'latchkey.codes.*', // public keys that codes are sealed to
    'latchkey.config.*',
    'latchkey.devices.*', // identifies this device when a code is requested, and opens nothing
    'latchkey.login.*',
    'latchkey.method.*', // the person's last login method
    'latchkey.sessions.*',
    'latchkey.sessions.*.active',
  ]);
  const textOf = (kind: RegExp) => JSON.parse(stored.find(([name]) => kind.test(name))?.[1] ?? '{}');
  expect(textOf(/\.login\./)).toEqual({ last: { channel: 'email', shown: 'ada@example.com' } });
  const session = stored.find(([name]) => /\.[0-9a-f]{66}$/.test(name))?.[1];
  expect(Object.keys(JSON.parse(session ?? '')).sort()).toEqual(
    ['expiresAtMs', 'openedAtMs', 'organizationId', 'publicKey', 'token', 'userId'], // nothing of it is useful without the key
  );
  const heap = await stringsInMemory(page);
  expect(heap.includes(publicKey)).toBe(true); // proves that the search works
  const forms = formsOf(key.privateKey.export({ format: 'jwk' }).d ?? '');
  expect(forms.filter((form) => heap.includes(form))).toEqual([]);
});

test('T-45 nothing of ours makes markup or code from text', () => {
  const folder = join(inject('builtDemo').folder, 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const makers = scripts.flatMap((name) => makersIn(join(folder, name)));
  // React's own code for dangerouslySetInnerHTML. The strict policy of these tests reports any use of it.
  expect([...new Set(makers)]).toEqual(['innerHTML in react-dom']);
});

/** The places in a built script that make markup or code from text, with their source. */
function makersIn(path: string): string[] {
  const mapPath = `${path}.map`; // a script that only hands names on has none
  const map = existsSync(mapPath) ? new SourceMap(JSON.parse(readFileSync(mapPath, 'utf8'))) : undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    [...line.matchAll(makesMarkupOrCode)].map((found) => {
      const { originalSource = path } = { ...map?.findEntry(index, found.index) } as { originalSource?: string };
      return `${found[0]} in ${/node_modules\/(react-dom)\//.exec(originalSource)?.[1] ?? originalSource}`;
    }),
  );
}

const makesMarkupOrCode =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|srcdoc|createContextualFragment)\b|\bdocument\.write|\beval\(|\bnew Function\b|\bFunction\(/g;

/** No form of the secret may stand in the text of the script that hands it out. */
const mask = 0xa5;

/** To be run in a page before its own scripts. Every new signing key pair is this one, with the requested extractability. */
function dealKeys(dealt: { privateKey: number[]; publicKey: number[]; mask: number }): void {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const { subtle } = crypto;
  const made = subtle.generateKey.bind(subtle);
  const generateKey = async (asked: EcKeyGenParams, extractable: boolean, usages: KeyUsage[]) => {
    if (asked.name !== curve.name) return made(asked, extractable, usages);
    const pkcs8 = Uint8Array.from(dealt.privateKey, (byte) => byte ^ dealt.mask);
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, curve, extractable, ['sign']);
    const publicKey = await crypto.subtle.importKey('spki', Uint8Array.from(dealt.publicKey), curve, true, ['verify']);
    return { privateKey, publicKey };
  };
  Object.assign(crypto.subtle, { generateKey });
}

/** To be run in a page. How the browser stores its only key, and in which formats it can be exported. */
async function examineKey() {
  const opening = indexedDB.open('latchkey');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const asking = opening.result.transaction('keys').objectStore('keys').getAll();
  await new Promise((resolve) => asking.addEventListener('success', resolve));
  opening.result.close();
  const [key, ...others] = asking.result as { publicKey: string; privateKey: CryptoKey }[];
  if (key === undefined || others.length > 0) throw new Error('The browser should hold one key.');
  const { publicKey, privateKey } = key;
  const formats = ['pkcs8', 'jwk', 'raw', 'spki'] as const;
  const tried = await Promise.allSettled(formats.map((format) => crypto.subtle.exportKey(format as 'raw', privateKey)));
  const exported = formats.filter((_, index) => tried[index]?.status === 'fulfilled');
  return { publicKey, extractable: privateKey.extractable, usages: privateKey.usages, exported };
}
