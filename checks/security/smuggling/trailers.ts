import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { activityOf, type Party, proxyCallOf } from '../../../test/support/live/wire.js';
import type { Site } from '../site.js';
import { sendRaw } from './clients.js';
import { chunk } from './framings.js';

/** Sends a stamp, and a configuration's id, as a trailer after the body. Both must be ignored. */
export async function trailersRefused(site: Site, party: Party, ports: readonly number[]): Promise<string> {
  const calls = [
    await activityOf(party, createWallet, { walletName: 'Trailers', accounts: [] }),
    proxyCallOf(site.parent.authProxyConfigId, proxyWalletKitConfig, {}),
  ];
  for (const port of ports) {
    for (const { path, headers, body } of calls) {
      const late = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = [
        `POST ${path} HTTP/1.1`,
        ...['Host: localhost', 'Content-Type: application/json', 'Transfer-Encoding: chunked', 'TE: trailers'],
        ...[`Trailer: ${Object.keys(headers).join(', ')}`, '', ''],
      ].join('\r\n');
      const connection = await sendRaw(port, `${head}${chunk(body)}0\r\n${late.join('')}\r\n`);
      connection.close();
      if (!/^HTTP\/1\.1 4\d\d /.test(connection.answer())) {
        throw new Error(`The trailers of ${path} were accepted: ${connection.answer()}`);
      }
    }
  }
  return `trailers: ${calls.length} calls through each, refused`;
}
