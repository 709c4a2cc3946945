import { describe, expect, test } from 'vitest';
import { checkedReturnPath, isReturnPath } from '../../../src/client/oauth/returnPath.js';

const origin = 'https://app.example.com';

describe('after a login a person comes back', () => {
  test.each(['/', '/account', '/account?tab=wallets#top', '/a//b', '/%41', '/search?q=//x', '/straße'])(
    'to a path of the page’s own origin: %s',
    (path) => {
      expect(checkedReturnPath(path, origin)).toBe(path);
    },
  );

  test.each([
    ...['', 'account', 'https://app.example.com/', 'https://evil.example', 'javascript:alert(1)', 'data:,x'],
    ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil'],
    ...['/%2f%2fevil.example', '/%2Fevil.example', '/%5cevil.example', '/%5C%5Cevil', ' //evil.example', ' /x'],
    ...['//user:pass@evil.example', '/..//evil.example', '/./\\evil', '/a\u0000', '/a\u202e', '/a\\b', '?x', '#x'],
  ])('T-35 and never elsewhere: %j', (path) => {
    expect(isReturnPath(path, origin)).toBe(false);
    expect(() => checkedReturnPath(path, origin)).toThrow(expect.objectContaining({ code: 'RETURN_PATH_INVALID' }));
  });

  test('T-35 every accepted path leads to this origin, in every encoding of two slashes', () => {
    const parts = ['/', '\\', '%2f', '%5c', '.', '..', '\t', '\n', ' ', '@', ':', 'evil.example', '?', '#', '；'];
    let accepted = 0;
    for (const a of parts)
      for (const b of parts)
        for (const c of parts) {
          const path = `/${a}${b}${c}evil.example`;
          if (!isReturnPath(path, origin)) continue;
          accepted += 1;
          const url = new URL(path, origin);
          expect(url.origin).toBe(origin);
          expect(decodeURIComponent(url.pathname)).not.toMatch(/^\/[/\\]/);
        }
    expect(accepted).toBeGreaterThan(100);
  });
});
