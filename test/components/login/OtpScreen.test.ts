import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OtpScreen } from '../../../src/components/login/OtpScreen.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';

test('a server renders the first step, without a browser and without requests', () => {
  const settings = {
    authProxyUrl: 'https://auth.example.com',
    authProxyConfigId: '9b7c8f0e-93a4-4c7c-8d50-9e8c3c2f1f10',
    fetch: () => Promise.reject(new Error('a server asked the service')),
  };
  const html = renderToString(createElement(LatchkeyProvider, { settings }, createElement(OtpScreen)));
  expect(html).toContain('data-latchkey="otp"');
  expect(html).toContain('data-step="contact"');
  expect(html).toContain('autoComplete="email"');
  expect(html).not.toMatch(/ style=|<style|<script/);
});
