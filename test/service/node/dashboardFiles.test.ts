import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dashboardFiles } from '../../../src/service/node/dashboard/dashboardFiles.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const folder = join(temporaryFolder(), 'dashboard');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'preview.html'), '<!doctype html><title>Preview');
writeFileSync(join(folder, 'preview.js'), '// its script');
writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'assets/main-1.js'), 'export {}');
writeFileSync(join(folder, '../secret.txt'), 'secret');
const files = dashboardFiles(folder);
const ask = (path: string, method = 'GET') => files(new Request(`http://localhost${path}`, { method }));

test.each(['/dashboard', '/dashboard/', '/dashboard/people/1/2', '/dashboard/index.html', '/dashboard/index.html?x'])(
  'T-43 T-44 %s is the page, and nobody frames it or adds a script',
  async (path) => {
    const answer = ask(path);
    expect(await answer?.text()).toBe('<!doctype html>');
    const policy = answer?.headers.get('Content-Security-Policy');
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(part);
    expect(answer?.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(answer?.headers.get('Cache-Control')).toBe('no-store');
  },
);

test('T-44 the page of an invitation alone may load the script of a captcha, and nothing else of others', () => {
  const directives = (path: string) =>
    (ask(path)?.headers.get('Content-Security-Policy') ?? '').split('; ').filter((each) => each.includes('https:'));
  const captcha = 'https://challenges.cloudflare.com';
  expect(directives('/dashboard/invitation')).toEqual([`script-src 'self' ${captcha}`, `frame-src 'self' ${captcha}`]);
  for (const path of ['/dashboard', '/dashboard/index.html', '/dashboard/invitation/1', '/dashboard/invitations'])
    expect(directives(path)).toEqual([]);
});

test.each(['/dashboard/preview', '/dashboard/preview.html', '/dashboard/preview?x'])(
  'T-59 %s is a frame of the dashboard that has no origin and loads its own script alone',
  async (path) => {
    const answer = ask(path);
    expect(await answer?.text()).toContain('Preview');
    expect(answer?.headers.get('Content-Security-Policy')).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    expect(ask('/dashboard/preview.js')?.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(ask('/dashboard/icon.svg')?.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  },
);

test('a file is what it is; one whose name changes with it is kept', () => {
  expect(ask('/dashboard/icon.svg')?.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(ask('/dashboard/assets/main-1.js')?.headers.get('Cache-Control')).toContain('immutable');
});

test.each(['PREVIEW.html', 'preview.HTML', 'INDEX.html', 'other.html'])(
  'T-59 %s, which some disks take for one of its pages, is none, and no page',
  (name) => {
    writeFileSync(join(folder, name), '<!doctype html><title>Preview');
    expect(ask(`/dashboard/${name}`)).toBeUndefined();
  },
);

test.each([
  '/dashboard/../secret.txt',
  '/dashboard/..%2fsecret.txt',
  '/dashboard/assets/..%2f..%2fsecret.txt',
  '/dashboard/assets%2fmain-1.js',
  '/dashboard/assets/',
  '/dashboards/icon.svg',
  '/secret.txt',
])('%s is no file of it', async (path) => {
  expect((await ask(path)?.text()) ?? '').not.toMatch(/secret|export/);
});

test('/ leads to it; nothing else is answered, nor anything where it was not built', () => {
  expect(ask('/')?.headers.get('Location')).toBe('/dashboard');
  expect(ask('/dashboard', 'POST')).toBeUndefined();
  expect(ask('/v1/otp_init')).toBeUndefined();
  expect(dashboardFiles(join(folder, 'none'))(new Request('http://localhost/dashboard'))).toBeUndefined();
  expect(dashboardFiles(undefined)(new Request('http://localhost/'))).toBeUndefined();
});
