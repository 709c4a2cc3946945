import { describe, expect, test } from 'vitest';
import { asksToSignIn, readSignInMessage, signInFault } from '../../src/reading/signInMessage.js';

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const nowMs = Date.parse('2026-11-20T12:00:00Z');
const place = { url: 'https://app.example.com:8443/settings?tab=1', address, nowMs };

/** The message of EIP-4361's form, with lines replaced. */
function message({
  domain = 'app.example.com:8443',
  who = address,
  statement = 'Log in to Acme.\n',
  uri = 'https://app.example.com:8443/login',
  more = '',
}: Partial<Record<'domain' | 'who' | 'statement' | 'uri' | 'more', string>> = {}): string {
  return `${domain} wants you to sign in with your Ethereum account:
${who}

${statement}
URI: ${uri}
Version: 1
Chain ID: 8453
Nonce: 32891756abc
Issued At: 2026-11-20T11:59:58.123Z${more}`;
}

test('the parts of a message are read', () => {
  const more =
    '\nExpiration Time: 2026-11-20T13:00:00Z\nNot Before: 2026-11-20T11:00:00+01:00\nRequest ID: 7\nResources:\n- https://x.example';
  expect(readSignInMessage(message({ more }))).toEqual({
    of: 'Ethereum',
    domain: 'app.example.com:8443',
    scheme: undefined,
    address,
    statement: 'Log in to Acme.',
    uri: 'https://app.example.com:8443/login',
    chainId: '8453',
    nonce: '32891756abc',
    issuedAt: '2026-11-20T11:59:58.123Z',
    expirationTime: '2026-11-20T13:00:00Z',
    notBefore: '2026-11-20T11:00:00+01:00',
  });
});

test.each([
  ['without a statement', message({ statement: '' })],
  ['with a scheme before the domain', message({ domain: 'https://app.example.com:8443' })],
  ['with an empty list of resources', message({ more: '\nResources:' })],
])('a message %s is for this page', (_, text) => expect(signInFault(text, place)).toBeUndefined());

describe('a login is refused', () => {
  test.each([
    ['for another host', 'domain', message({ domain: 'evil.example' })],
    ['for the host without its port', 'domain', message({ domain: 'app.example.com' })],
    ['for a host that only begins like this one', 'domain', message({ domain: 'app.example.com:8443.evil.example' })],
    ['whose URI is of another origin', 'uri', message({ uri: 'https://evil.example/' })],
    ['whose URI is of another scheme', 'uri', message({ uri: 'http://app.example.com:8443/' })],
    ['of another scheme before its host', 'domain', message({ domain: 'evil://app.example.com:8443' })],
    ['whose URI others read otherwise', 'uri', message({ uri: 'https://app.example.com:8443\\@evil.example/' })],
    ['of tomorrow', 'time', message().replace('2026-11-20T11:59', '2026-11-21T11:59')],
    ['whose URI is none', 'uri', message({ uri: 'login' })],
    ['of another account', 'address', message({ who: `0x${'11'.repeat(20)}` })],
    ['that has ended', 'time', message({ more: '\nExpiration Time: 2026-11-20T12:00:00Z' })],
    ['that has not begun', 'time', message({ more: '\nNot Before: 2026-11-20T12:00:01Z' })],
    ['with a day that is none', 'form', message({ more: '\nNot Before: 2026-19-20T12:00:01Z' })],
    [
      'with a second domain before it',
      'form',
      `${message({ domain: 'app.example.com:8443' }).replace(' wants', '@evil.example wants')}`,
    ],
    ['with a line more', 'form', `${message()}\nand all my coins`],
    ['with a statement of two lines', 'form', message({ statement: 'One\nTwo\n' })],
    ['with a line before it', 'form', `Hello\n${message()}`],
    ['in other words', 'form', 'app.example.com:8443 wants you to sign in with your Solana account:\nabc'],
  ])('%s', (_, fault, text) => {
    expect(asksToSignIn(text)).toBe(true);
    expect(signInFault(text, place)).toBe(fault);
  });
});

test('a text that only speaks of it is no login', () =>
  expect(asksToSignIn('Please sign in with your account.')).toBe(false));

test('a long text costs no more than its length', () => {
  const text = message({ statement: `${'a '.repeat(30_000)}\u0000\n` });
  expect(readSignInMessage(text)).toBeUndefined();
});

describe('a login with Solana', () => {
  const who = 'GZbQmKYYzwjP3nbdqRWPLn98ipAni9w5eXMGp7bmZbGB';
  const here = { ...place, address: who };
  const first = `app.example.com:8443 wants you to sign in with your Solana account:\n${who}`;
  const uri = 'URI: https://app.example.com:8443/login';

  test.each([
    ['of two lines', first],
    ['with a statement', `${first}\n\nLog in to Acme.`],
    ['with a field', `${first}\n\nNonce: 12345678`],
    [
      'with both',
      `${first}\n\nLog in to Acme.\n\n${uri}\nVersion: 1\nChain ID: mainnet\nIssued At: 2026-11-20T11:59:58Z`,
    ],
    ['with resources alone', `${first}\n\nResources:\n- https://x.example`],
  ])('%s is for this page', (_, text) => {
    expect(readSignInMessage(text)).toMatchObject({ of: 'Solana', address: who });
    expect(signInFault(text, here)).toBeUndefined();
  });

  test.each([
    ['for another host', 'domain', first.replace('app', 'evil')],
    ['whose URI is of another origin', 'uri', `${first}\n\nURI: https://evil.example/`],
    ['of another account', 'address', first.replace('GZb', 'GZc')],
    ['of an account in other letters', 'address', first.replace('GZb', 'Gzb')],
    ['that has ended', 'time', `${first}\n\nExpiration Time: 2026-11-20T12:00:00Z`],
    ['of tomorrow', 'time', `${first}\n\nIssued At: 2026-11-21T12:00:00Z`],
    ['whose statement is a field to others', 'form', `${first}\n\nURI: evil and more`],
    ['whose statement is a field to others, before its own', 'form', `${first}\n\nNonce: evil.\n\n${uri}`],
    ['with fields in another order', 'form', `${first}\n\nNonce: 12345678\n${uri}`],
    ['with a field right behind the statement', 'form', `${first}\n\nHello\n${uri}`],
    ['with a statement of two lines', 'form', `${first}\n\nOne\nTwo`],
    ['with a line at its end', 'form', `${first}\n`],
    ['with an empty part', 'form', `${first}\n\n`],
    ['with characters that turn others', 'form', `${first}\n\npay \u202ebob`],
    ['with a scheme', 'form', `https://${first}`],
  ])('%s is refused', (_, fault, text) => expect(signInFault(text, here)).toBe(fault));

  test('is not for an account of Ethereum, nor the other way round', () => {
    expect(signInFault(first, place)).toBe('address');
    expect(signInFault(message(), here)).toBe('address');
  });
});
