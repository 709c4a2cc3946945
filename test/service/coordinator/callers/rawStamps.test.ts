import { afterAll, beforeAll, expect, test } from 'vitest';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { contentsOf } from '../../../support/contents.js';
import { type OnAPort, serviceOnAPort } from '../../../support/onAPort.js';
import { makeSubOrganization, type Party } from '../../../support/parties.js';
import { answersIn, rawExchange, rawPost } from '../../../support/rawExchange.js';
import { envelope, stampOf } from '../../../support/wire.js';

// Stamps as bytes on a connection: what a client may write around and beside the one header.

let service: OnAPort;
let ada: Party;
let bob: Party;
beforeAll(async () => {
  service = await serviceOnAPort();
  [ada] = (await makeSubOrganization(service)).users;
  [bob] = (await makeSubOrganization(service)).users;
});
afterAll(() => service.close());

const body = () => JSON.stringify({ organizationId: ada.organizationId });
const stampBy = async (party: Party, text = body()) => (await stampOf(party.key, text))['X-Stamp'] ?? '';

async function ask(lines: readonly string[], text = body(), path: string = whoami.path): Promise<string> {
  const [answer] = answersIn(await rawExchange(service.port, rawPost(path, lines, text)));
  return `${answer?.status} ${JSON.parse(answer?.body ?? '{}').details?.[0]?.reason ?? 'ok'}`;
}

test('T-25: however HTTP lets the header be written, it is the same stamp', async () => {
  const value = await stampBy(ada);
  for (const line of [`X-Stamp: ${value}`, `x-stamp:${value}`, `X-STAMP: \t${value}  `]) {
    expect(await ask([line])).toBe('200 ok');
  }
});

test('T-25, A-27: two stamps are none, in one header or two, of one key or of two', async () => {
  const [mine, his] = [await stampBy(ada), await stampBy(bob)];
  for (const [lines, heard] of [
    [[`X-Stamp: ${mine}`, `X-Stamp: ${mine}`], '401 STAMP_MALFORMED'],
    [[`X-Stamp: ${his}`, `X-Stamp: ${mine}`], '401 STAMP_MALFORMED'],
    [[`X-Stamp: ${mine}, ${his}`], '401 STAMP_MALFORMED'],
    [[`X-Stamp: ${mine}`, 'x-stamp: '], '401 STAMP_MALFORMED'],
    [[`X-Stamp: ${mine}`, 'X-Stamp-Webauthn: {}'], '401 STAMP_AMBIGUOUS'],
    [['X-Stamp-Webauthn: {}', `X-Stamp: ${mine}`], '401 STAMP_AMBIGUOUS'],
    [[`X-Stamp: ${mine}`, 'X-Stamp-Attested: {}'], '401 STAMP_AMBIGUOUS'],
    [[`X-Stamp: ${mine}`, 'X-Stamp-Webauthn:'], '401 STAMP_AMBIGUOUS'],
    [['X-Stamp-Webauthn: {}', 'X-Stamp-Attested: {}'], '401 STAMP_AMBIGUOUS'],
    [[`X-Stamp-Webauthn: ${mine}`], '401 STAMP_MALFORMED'],
    [['X-Stamp-Attested: {}'], '401 STAMP_NOT_TAKEN'],
    [[], '401 STAMP_MISSING'],
    [['X-Stamp:'], '401 STAMP_MALFORMED'],
  ] as const) {
    expect(await ask(lines), lines.join(' | ').slice(0, 100)).toBe(heard);
  }
});

test('T-25: a stamp is one text of base64url, padded or not, to the byte', async () => {
  const value = await stampBy(ada);
  const padded = value.padEnd(Math.ceil(value.length / 4) * 4, '=');
  expect(await ask([`X-Stamp: ${padded}`])).toBe('200 ok');
  const [head, tail] = [value.slice(0, 40), value.slice(40)];
  for (const bent of [
    ...[`${padded}=`, `${padded}====`, `${head} ${tail}`, `${head}\t${tail}`, `"${value}"`, `${value};`, `${value},`],
    ...[
      `${head}+${tail}`,
      `${head}/${tail}`,
      `${head}%20${tail}`,
      `${head}\xa0${tail}`,
      `\xef\xbb\xbf${value}`,
      `${value}\xff`,
    ],
    ...[
      value.slice(0, -1),
      value.slice(1),
      value.toLowerCase(),
      `Bearer ${value}`,
      Buffer.from(value, 'base64url').toString(),
    ],
  ]) {
    expect(await ask([`X-Stamp: ${bent}`]), bent.slice(0, 60)).toBe('401 STAMP_MALFORMED');
  }
  for (const bent of [`${head}\r\n ${tail}`, `${head}\0${tail}`, `${head}\n${tail}`, `${head}\r${tail}`]) {
    expect(await ask([`X-Stamp: ${bent}`]), JSON.stringify(bent).slice(0, 60)).toBe('400 REQUEST_MALFORMED');
  }
});

test('T-25: a stamp beyond 8 KiB, and headers beyond 16 KiB, are refused with 431', async () => {
  const value = await stampBy(ada);
  expect(await ask([`X-Stamp: ${value}${'A'.repeat(8193)}`])).toBe('431 HEADERS_TOO_LARGE');
  expect(await ask([`X-Stamp: ${value}`, `X-Pad: ${'a'.repeat(17_000)}`])).toBe('431 HEADERS_TOO_LARGE');
  expect(await ask([`X-Stamp: ${'A'.repeat(8000)}`])).toBe('401 STAMP_MALFORMED');
});

test('T-22, T-24: the stamp is over the received bytes of the body, in any number of pieces', async () => {
  const text = envelope(service, createWallet, ada.organizationId, { walletName: 'Pieces', accounts: [] });
  const stamp = `X-Stamp: ${await stampBy(ada, text)}`;
  const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
  const chunked = [
    `POST ${createWallet.path} HTTP/1.1`,
    ...[
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      stamp,
      '',
    ],
    ...pieces.flatMap((piece) => [piece.length.toString(16), piece]),
    ...['0', '', ''],
  ].join('\r\n');
  const [first] = answersIn(await rawExchange(service.port, chunked));
  expect(first?.status).toBe(200);
  const contents = await contentsOf(service.service.tools.store);
  expect(await ask([stamp], text, createWallet.path)).toBe('200 ok');
  for (const other of [
    `${text} `,
    ` ${text}`,
    `${text}\n`,
    text.replace(',', ', '),
    text.slice(0, -1),
    `${text}${text}`,
  ]) {
    expect(await ask([stamp], other, createWallet.path)).toBe('401 STAMP_INVALID');
  }
  expect(await contentsOf(service.service.tools.store)).toEqual(contents);
});
