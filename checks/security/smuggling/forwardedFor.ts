import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { proxyOtpVerify } from '../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { post } from '../../../test/support/live/client.js';
import { activityOf, proxyCallOf, yes } from '../../../test/support/live/wire.js';
import { rawPost } from '../../../test/support/rawExchange.js';
import type { Site } from '../site.js';
import { exchange, sendRaw } from './clients.js';

/** Header lines that would give a client another address, if the service trusted them. */
const forms: readonly ((address: string) => string)[] = [
  (address) => `X-Forwarded-For: ${address}`,
  (address) => `X-Forwarded-For: ${address}, 127.0.0.1`,
  (address) => `X-Forwarded-For: ${address}\r\nX-Forwarded-For: 127.0.0.1`,
  (address) => `x-forwarded-for:${address}\r\nX-FORWARDED-FOR: ${address}, ::1`,
  (address) => `X-Forwarded-For: "${address}"`,
  (address) => `X-Forwarded-For: ${address}\r\nConnection: X-Forwarded-For`,
  (address) => `X_Forwarded_For: ${address}`,
  (address) => `X-Forwarded-For : ${address}`,
  (address) => `X-Forwarded-For:\r\n ${address}`,
  (address) => `X-Forwarded-For: 127.0.0.1\r\nX-Real-IP: ${address}\r\nForwarded: for=${address}`,
  (address) => `X-Forwarded-For: ${address},\x0b`,
];

const most = 5;

/** Tries to evade the limits by forged addresses. Each form is sent from an address of its own, with another forged one each time. */
export async function forgedAddresses(site: Site, ports: readonly number[]): Promise<string> {
  const limiting = await activityOf(site.root, updateAuthProxyConfig, {
    refusalsPerAddress: { most, windowSeconds: 3600 },
  });
  yes(limiting, await post(site.serving.url, limiting));
  const { authProxyConfigId } = site.parent;
  const wrong = proxyCallOf(authProxyConfigId, proxyOtpVerify, { otpId: crypto.randomUUID(), otpCode: '000000' });
  const right = proxyCallOf(authProxyConfigId, proxyWalletKitConfig, {});
  /** Sends one form until the limit. @returns `false` if the requests were refused as malformed HTTP. */
  const forge = async (port: number, form: (address: string) => string, address: string): Promise<boolean> => {
    const answers: string[] = [];
    for (let turn = 0; turn <= most; turn += 1) {
      const lines = [`X-Auth-Proxy-Config-Id: ${authProxyConfigId}`, form(`203.0.113.${turn + 1}`)];
      const request = rawPost(wrong.path, lines, wrong.body);
      const connection = await sendRaw(port, request, { address });
      connection.close();
      answers.push(connection.answer());
    }
    if (answers.every(isUnread)) return false;
    const last = answers.at(-1) ?? '';
    if (last.includes('TOO_MANY_REFUSALS')) return true;
    throw new Error(`${JSON.stringify(form('203.0.113.1'))} was trusted: ${last}`);
  };
  let refused = 0;
  for (const [way, port] of ports.entries()) {
    const read = await Promise.all(forms.map((form, index) => forge(port, form, `127.0.${way + 1}.${index + 1}`)));
    refused += read.filter((isRead) => !isRead).length;
    const { status, text } = await exchange(port, wrong, `127.0.${way + 1}.250`);
    if (text.includes('TOO_MANY_REFUSALS'))
      throw new Error(`Another's refusals were counted as an honest client's: ${status}`);
    const screen = await exchange(port, right, `127.0.${way + 1}.250`);
    if (screen.status !== 200) throw new Error(`An honest client was refused: ${screen.text}`);
  }
  return `X-Forwarded-For: ${forms.length} forms through each, ${refused} refused as malformed HTTP, 0 trusted`;
}

/** The front proxy refused the request, or the service did, as malformed HTTP. */
const isUnread = (answer: string): boolean =>
  !answer.includes('"details"') || answer.includes('not a well-formed HTTP');
