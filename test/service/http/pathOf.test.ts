import { expect, test } from 'vitest';
import { pathOf } from '../../../src/service/http/pathOf.js';

const origins = ['http://127.0.0.1:8080', 'http://localhost', 'https://[::1]:444', 'http://localhost.example'];
const paths = [
  ...['', '/', '/health', '/public/v1/query/whoami', '/public/v1/query/whoami/', '/PUBLIC/v1', '/a-b_c'],
  ...['/health?', '/health?a=/public/', '/health#x', '/health#/../ready', '/?/health'],
  ...['//health', '//evil.example/health', '/public//v1', '/health//'],
  ...['/.', '/..', '/public/../health', '/public/./v1', '/public/..', '/%2e%2e/health', '/public/%2E/v1', '/.health'],
  ...[
    '/%2fhealth',
    '/health%00',
    '/health%3f',
    '/he\\alth',
    '\\health',
    '/he\talth',
    '/health ',
    '/ü',
    '/he|alth',
    '/@',
    '/a:b',
  ],
];

test('a path is the platform’s, whatever was parsed before', () => {
  for (const before of origins) {
    for (const url of origins.flatMap((origin) => paths.map((path) => `${origin}${path}`))) {
      pathOf(`${before}/health`);
      expect([url, pathOf(url)]).toEqual([url, new URL(url).pathname]);
    }
  }
});

test('a text that is no URL has no path, whatever was parsed before', () => {
  pathOf('http://localhost/health');
  for (const url of ['', '/health', 'http://', 'http://256.256.256.256/health', 'http://localhost:99999/health']) {
    expect(() => pathOf(url)).toThrow(TypeError);
  }
});

test('an origin that begins like another is another', () => {
  pathOf('http://localhost/health');
  expect(pathOf('http://localhost:80/health')).toBe('/health');
  expect(pathOf('http://localhost@evil.example/health')).toBe('/health');
  expect(pathOf('http://localhost.evil.example/x')).toBe('/x');
});
