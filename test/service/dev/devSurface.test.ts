import { afterAll, describe, expect, test } from 'vitest';
import { createDevSurface, type DevSurfaceSettings } from '../../../src/service/dev/devSurface.js';
import { prefersHtml } from '../../../src/service/dev/prefersHtml.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { codeFor } from '../../support/wire.js';

const development = await createTestService();
afterAll(() => development.close());
const { organizationId, authProxyConfigId, trust, rootApiKey, inbox } = development;
const settings: DevSurfaceSettings = {
  parent: { organizationId, authProxyConfigId, trust },
  attestationRoot: 'MIIB',
  rootApiKey,
  token: 'the printed token',
  inbox,
  widget: (name) => (name === 'embed.js' ? new TextEncoder().encode('the card') : undefined),
  log: () => {},
};
const surface = createDevSurface(settings);

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Response =>
  surface(new Request(`http://localhost:4500${path}`, { method, headers }));

test('the configuration has what a program needs, at the requested address', async () => {
  expect(await ask('/dev/config').json()).toEqual({
    authProxyUrl: 'http://localhost:4500',
    coordinatorUrl: 'http://localhost:4500',
    organizationId,
    authProxyConfigId,
    trust,
  });
});

test('A-59: the root key is shown for the token that was printed, and for nothing else', async () => {
  const path = '/dev/config?token=';
  expect(await ask(`${path}the%20printed%20token`).json()).toMatchObject({ authProxyConfigId, rootApiKey });
  for (const token of ['', 'the printed toke', 'the printed token ', 'The printed token', 'undefined']) {
    const response = ask(path + encodeURIComponent(token));
    expect(response.status).toBe(403);
    const text = await response.text();
    expect(text).toContain('DEV_TOKEN_WRONG');
    expect(text).not.toContain(rootApiKey.privateKey);
  }
});

test('the inbox lists messages newest first, all or those to one contact, and is emptied', async () => {
  const ada = await codeFor(development, 'ada+x@example.com');
  await inbox.send({ channel: 'sms', id: 'one', to: '+4915112345678', text: 'Your code is 123456.', code: '123456' });
  const all: { to: string }[] = await ask('/dev/inbox').json();
  expect(all.map(({ to }) => to)).toEqual(['+4915112345678', 'ada+x@example.com']);
  expect(await ask('/dev/inbox?contact=+4915112345678').json()).toMatchObject([
    { channel: 'sms', subject: '', html: '', code: '123456' },
  ]);
  for (const query of ['ada+x@example.com', 'ada%2Bx@example.com', 'Ada%2BX@Example.com']) {
    const [entry, ...others] = await ask(`/dev/inbox?contact=${query}`).json();
    expect(others).toEqual([]);
    expect(entry).toEqual({
      id: expect.any(String),
      to: 'ada+x@example.com',
      channel: 'email',
      subject: expect.stringContaining(ada.otpCode),
      text: expect.stringContaining(ada.otpCode),
      html: expect.stringContaining(ada.otpCode),
      code: ada.otpCode,
      sentAtMs: expect.any(Number),
    });
  }
  expect(await ask('/dev/inbox?contact=nobody@example.com').json()).toEqual([]);
  expect(ask('/dev/inbox', {}, 'DELETE').status).toBe(204);
  expect(await ask('/dev/inbox').json()).toEqual([]);
});

const html = { Accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' };

/** A message that tries what markup can. */
const hostile = {
  channel: 'email',
  id: '"><b>',
  to: 'ada@example.com',
  fromName: '<b>',
  subject: '<script>alert(1)</script>',
  text: '"><img src=x onerror=alert(1)>',
  html: '<script>alert(2)</script><p style="color:red">Hello</p>',
  code: '428117',
} as const;

test('a person gets a page: the code large, nothing of a message as markup', async () => {
  await inbox.send(hostile);
  const response = ask('/dev/inbox?contact=ada@example.com', html);
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; form-action 'none'; base-uri 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'",
  );
  const page = await response.text();
  expect(page).toMatch(/<code id="[^"<>]*">428117<\/code>/);
  expect(page).not.toMatch(/<script(?! src="\/dev\/script\.js" defer>)|<img|<b>(?!ada@)|style=|http-equiv/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('Nothing leaves this machine.');
});

test('a message is shown in a frame that can do nothing, under a policy of its own', async () => {
  const page = await ask('/dev/inbox', html).text();
  const [, source = ''] =
    /<iframe title="Email to ada@example\.com" src="([^"]+)" sandbox loading="lazy">/.exec(page) ?? [];
  const response = ask(source.replaceAll('&amp;', '&'), html);
  expect(await response.text()).toBe(hostile.html);
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; form-action 'none'; base-uri 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; sandbox",
  );
  expect(ask('/dev/message?id=unknown').status).toBe(404);
  expect(ask('/dev/message').status).toBe(404);
});

test('the page to start from shows what to paste, and the newest three messages', async () => {
  inbox.clear();
  for (const code of ['111111', '222222', '333333', '444444']) await inbox.send({ ...hostile, id: code, code });
  const page = await ask('/').text();
  expect(page).toContain('authProxyUrl: &#39;http://localhost:4500&#39;');
  expect(page).toContain(`authProxyConfigId: &#39;${authProxyConfigId}&#39;`);
  expect([...page.matchAll(/<code id="code-\d+">(\d+)</g)].map(([, code]) => code)).toEqual([
    '444444',
    '333333',
    '222222',
  ]);
  const [before = '', after = ''] = page.split(
    `<latchkey-login auth-proxy-url="http://localhost:4500" auth-proxy-config-id="${authProxyConfigId}"></latchkey-login>`,
  );
  expect(before).toContain('<script type="module" src="/dev/embed/embed.js"></script>');
  expect(after).toContain('<code id="snippet">');
  expect(page.match(/<script(?! src="\/dev\/script\.js" defer>)|style=/g)).toHaveLength(1);
  expect(page).not.toContain(rootApiKey.privateKey);
});

test('the card’s scripts are given by their names, and without them the page has no card', async () => {
  const script = ask('/dev/embed/embed.js');
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(await script.text()).toBe('the card');
  for (const name of ['', 'other.js', '../bin.js', '%2e%2e/bin.js']) expect(ask(`/dev/embed/${name}`).status).toBe(404);
  const without = createDevSurface({ ...settings, widget: () => undefined });
  const page = await without(new Request('http://localhost:4500/')).text();
  expect(page).not.toMatch(/latchkey-login|embed/);
  expect(page).toContain('<code id="snippet">');
});

test('style and script are files of their own, and the script needs nothing but itself', async () => {
  const style = ask('/dev/style.css');
  expect(style.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
  const script = ask('/dev/script.js');
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(await script.text()).not.toMatch(/__vite|\bimport\b|\brequire\b/);
});

test('a contact in the address cannot write into the page', async () => {
  const page = await ask(`/dev/inbox?contact=${encodeURIComponent('"><script>x</script>@e.com')}`, {
    Accept: 'text/html',
  }).text();
  expect(page).not.toContain('<script>');
  expect(page).toContain('No messages yet');
});

describe('nothing else is there, and no page of another origin may read or keep it', () => {
  const paths = [
    ['GET', '/dev/config'],
    ['GET', '/dev/inbox'],
    ['GET', '/'],
    ['GET', '/dev/style.css'],
    ['GET', '/dev/script.js'],
    ['GET', '/dev/embed/embed.js'],
    ['GET', '/dev/message?id=x'],
    ['DELETE', '/dev/inbox'],
    ['GET', '/dev/nothing'],
  ] as const;
  test.each(paths)('%s %s', (method, path) => {
    const { headers } = ask(path, { Origin: 'https://evil.example' }, method);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test.each([
    ['POST', '/dev/inbox'],
    ['OPTIONS', '/dev/inbox'],
    ['DELETE', '/dev/config'],
    ['GET', '/dev/'],
    ['GET', '/dev/config/'],
  ])('%s %s is not there', async (method, path) => {
    const response = ask(path, {}, method);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 5 });
  });
});

describe('the public keys, which the kit asks for', () => {
  test.each(['http://localhost:5173', 'http://app.localhost', 'https://127.0.0.1:3000', 'http://[::1]:8080'])(
    'are given to a page of this machine: %s',
    async (origin) => {
      const response = ask('/dev/trust', { Origin: origin, 'Sec-Fetch-Site': 'cross-site' });
      expect(await response.json()).toEqual({ ...trust, attestationRoot: 'MIIB' });
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(response.headers.get('Vary')).toBe('Origin');
    },
  );

  test('are given to a program of this machine, without CORS headers', async () => {
    const response = ask('/dev/trust');
    expect(await response.json()).toEqual({ ...trust, attestationRoot: 'MIIB' });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test.each(['https://evil.example', 'http://localhost.evil.example', 'null', '', 'localhost'])(
    'are not given to another page: %j',
    (origin) => {
      const response = ask('/dev/trust', { Origin: origin });
      expect(response.status).toBe(403);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  );

  test('are not given where the host name is another, which resolves here', () => {
    expect(ask('/dev/trust', { Host: 'evil.example:4500' }).status).toBe(403);
  });
});

describe('who may read it', () => {
  const statusOf = (url: string, headers: Record<string, string>) => surface(new Request(url, { headers })).status;

  test.each(['none', 'same-origin'])('Sec-Fetch-Site: %s may', (site) => {
    expect(ask('/dev/config', { 'Sec-Fetch-Site': site }).status).toBe(200);
  });

  test('A-59: Origin: this very one may', () => {
    expect(ask('/dev/config', { Origin: 'http://localhost:4500' }).status).toBe(200);
  });

  test.each([
    'https://evil.example',
    'http://localhost',
    'http://localhost:4501',
    'https://localhost:4500',
    'http://127.0.0.1:4500',
    'http://app.localhost:4500',
    'null',
    '',
  ])('A-59: Origin: %j may not, with or without Sec-Fetch-Site', async (origin) => {
    for (const more of [{}, { 'Sec-Fetch-Site': 'same-origin' }]) {
      for (const [method, path] of [
        ['GET', '/dev/config?token=the%20printed%20token'],
        ['GET', '/dev/inbox'],
        ['DELETE', '/dev/inbox'],
      ] as const) {
        const response = ask(path, { Origin: origin, ...more }, method);
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ details: [{ reason: 'DEV_SURFACE_NOT_YOURS' }] });
      }
    }
  });

  test.each(['cross-site', 'same-site', '', 'anything'])('Sec-Fetch-Site: %j may not', async (site) => {
    for (const [method, path] of [
      ['GET', '/dev/config'],
      ['GET', '/dev/inbox'],
      ['DELETE', '/dev/inbox'],
    ] as const) {
      const response = ask(path, { 'Sec-Fetch-Site': site }, method);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 7, details: [{ reason: 'DEV_SURFACE_NOT_YOURS' }] });
    }
  });

  test.each(['localhost', 'localhost:4500', '127.0.0.1:80', '[::1]:4500', 'app.localhost:4500', 'LOCALHOST'])(
    'Host: %s may',
    (host) => expect(statusOf(`http://${host}/dev/config`, { Host: host })).toBe(200),
  );

  test.each([
    'evil.example',
    'evil.example:4500',
    'localhost.evil.example',
    'localhost.',
    'evillocalhost',
    '127.0.0.1.nip.io',
    '127.0.0.2',
    '0.0.0.0:4500',
    '192.168.1.7:4500',
    'localhost:evil',
    'localhost@evil.example',
    '',
  ])('Host: %j may not, whatever the other headers', (host) => {
    expect(statusOf('http://localhost:4500/dev/config', { Host: host })).toBe(403);
  });

  test('nor a target of another host', () => {
    expect(statusOf('http://evil.example:4500/dev/config', { Host: 'localhost:4500' })).toBe(403);
  });
});

test.each([
  [null, false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/plain, */*', false],
  ['text/html', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8', true],
  ['text/html, application/json', true],
  ['application/json, text/html', false],
  ['text/html;q=0.5, application/json', false],
  ['application/json;q=0.5, text/html', true],
  ['text/html;q=0', false],
])('Accept: %s prefers a page: %s', (accept, prefers) => expect(prefersHtml(accept)).toBe(prefers));
