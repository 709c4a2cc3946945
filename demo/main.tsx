import { turnstileToken } from 'latchkey';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import { pageClock, setAhead } from './clock.js';
import { testChain } from './faucet.js';
import type { Message } from './messages.js';
import type { Side } from './side.js';
import { recorded } from './wire.js';
import 'latchkey/styles.css';
import 'latchkey/account.css';
import 'latchkey/approvals.css';
import 'latchkey/transfer.css';
import 'latchkey/wallet.css';
import './app.css';

/** An app only needs public settings of its service: its URL and the id of its configuration. */
const {
  authProxyConfigId,
  authProxyUrl = window.location.origin,
  trust,
  chain,
  aheadMs = 0,
} = await (await fetch('/demo-settings.json')).json();
setAhead(aheadMs);

const side: Side = {
  fetch: (input, init) => fetch(input, init),
  service: (url, init) => fetch(url, init),
  sendsLinks: true,
  chain: chain ? testChain(new URL(chain, window.location.origin).href) : undefined,
  async messages(): Promise<readonly Message[]> {
    const response = await fetch('/dev/inbox', { headers: { Accept: 'application/json' } });
    return response.ok ? response.json() : [];
  },
  async advanceClock(ms) {
    const body = JSON.stringify({ ms });
    const headers = { 'Content-Type': 'application/json' };
    const moved = await (await fetch('/demo-clock', { method: 'POST', headers, body })).json();
    setAhead(moved.aheadMs);
    return pageClock();
  },
};
const settings = {
  authProxyUrl,
  authProxyConfigId,
  trust,
  clock: pageClock,
  chains: side.chain ? [side.chain.of] : [],
  fetch: recorded(side.service),
};
/** Asked for only where the configuration has captchas on; here without the network. An app leaves `scriptUrl` out. */
const getCaptchaToken = turnstileToken({ scriptUrl: '/dev/turnstile/api.js' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App settings={settings} getCaptchaToken={getCaptchaToken} side={side} />
  </StrictMode>,
);
