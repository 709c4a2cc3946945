import { LatchkeyProvider, turnstileToken } from 'latchkey';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import { recorded } from './wire.js';
import 'latchkey/styles.css';
import 'latchkey/transfer.css';
import './app.css';

/** An app only needs public settings of its service: its URL and the id of its configuration. */
const {
  authProxyConfigId,
  authProxyUrl = window.location.origin,
  hasInbox = false,
  trust,
} = await (await fetch('/demo-settings.json')).json();
const settings = {
  authProxyUrl,
  authProxyConfigId,
  trust,
  ...(hasInbox && { fetch: recorded((url, init) => fetch(url, init)) }),
};
/** Asked for only where the configuration has captchas on; here without the network. An app leaves `scriptUrl` out. */
const getCaptchaToken = turnstileToken({ scriptUrl: '/dev/turnstile/api.js' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider settings={settings} getCaptchaToken={getCaptchaToken}>
      <App hasInbox={hasInbox} />
    </LatchkeyProvider>
  </StrictMode>,
);
