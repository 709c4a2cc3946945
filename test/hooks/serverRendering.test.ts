import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LatchkeyProvider } from '../../src/hooks/LatchkeyProvider.js';
import { useUser } from '../../src/hooks/users.js';
import { useSession } from '../../src/hooks/useSession.js';

test('a server renders a page without a session, and sends no request', () => {
  const asked: string[] = [];
  const settings = {
    authProxyUrl: 'https://auth.example.com',
    authProxyConfigId: '22222222-2222-4222-8222-222222222222',
    fetch: (url: string) => {
      asked.push(url);
      return Promise.reject(new Error('a server asked'));
    },
  };
  const Who = () => `${useSession().status}, ${useUser().status}`;
  const html = renderToString(createElement(LatchkeyProvider, { settings }, createElement(Who)));
  expect(html).toBe('loading, pending');
  expect(asked).toEqual([]);
});
