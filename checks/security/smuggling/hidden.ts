import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { createWallet } from '../../../src/contract/wallets.js';
import type { Sent } from '../../../test/support/live/ledger.js';
import type { Place } from '../../../test/support/live/place.js';
import { pause } from '../../../test/support/live/serve.js';
import { activityOf, type Party, proxyCallOf } from '../../../test/support/live/wire.js';
import type { Site } from '../site.js';

/**
 * The kinds of hidden requests: one creates a wallet, one requests a code. The others are incomplete: the next request on the connection
 * would become the rest of their headers, or their body.
 */
export const hiddenKinds = ['wallet', 'code', 'headers', 'body'] as const;
export type HiddenKind = (typeof hiddenKinds)[number];

/** The hidden request as bytes, in Latin-1. Its effect has the number in its name. */
export async function hiddenRequest(kind: HiddenKind, number: number, site: Site, party: Party): Promise<string> {
  const marker = hiddenMarker(number);
  const { authProxyConfigId } = site.parent;
  const code = proxyCallOf(authProxyConfigId, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact: contactOf(number) });
  switch (kind) {
    case 'wallet':
      return asBytes(await activityOf(party, createWallet, { walletName: marker, accounts: [] }), marker);
    case 'code':
      return asBytes(code, marker);
    case 'headers':
      return ['GET /v1/nothing HTTP/1.1', 'Host: localhost', `X-Marker: ${marker}`, 'X: '].join('\r\n');
    case 'body':
      return asBytes(code, marker, code.body.length + 500);
  }
}

export const hiddenMarker = (number: number): string => `hidden-${number}`;

/** An unassigned phone number in Germany. */
const contactOf = (number: number): string => `+4915190${String(number).padStart(6, '0')}`;

const asBytes = ({ path, headers, body }: Sent, marker: string, length = body.length): string =>
  [
    `POST ${path} HTTP/1.1`,
    ...['Host: localhost', `X-Marker: ${marker}`, 'Content-Type: application/json', `Content-Length: ${length}`],
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...['', body],
  ].join('\r\n');

/** The numbers below `count` of hidden requests that took effect. Waits until all messages are sent. */
export async function effects({ hook }: Site, place: Place, count: number): Promise<Set<number>> {
  const { db, close } = await place.openStore();
  try {
    const waiting = () => db.selectFrom('outbox').select('message_id').execute();
    while ((await waiting()).length > 0) await pause(50);
    const wallets = await db.selectFrom('wallets').select('wallet_name').execute();
    const names = new Set(wallets.map(({ wallet_name }) => wallet_name));
    const numbers = Array.from({ length: count }, (_, number) => number);
    return new Set(numbers.filter((n) => names.has(hiddenMarker(n)) || hook.codesOf(contactOf(n)).length > 0));
  } finally {
    await close();
  }
}
