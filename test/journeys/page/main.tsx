import { LatchkeyProvider, turnstileToken } from 'latchkey';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import 'latchkey/styles.css';
import 'latchkey/transfer.css';
import './page.css';

const { authProxyConfigId, authProxyUrl, trust } = await (await fetch('/demo-settings.json')).json();
const getCaptchaToken = turnstileToken({ scriptUrl: '/dev/turnstile/api.js' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider settings={{ authProxyUrl, authProxyConfigId, trust }} getCaptchaToken={getCaptchaToken}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
);
