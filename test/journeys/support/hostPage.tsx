import { createRoot } from 'react-dom/client';
import { LatchkeyProvider, OtpScreen } from '../../../src/index.js';

/** The screen as an app draws it, in whatever page the test has made around it. */
createRoot(document.querySelector('#root') as HTMLElement).render(
  <LatchkeyProvider settings={JSON.parse(document.querySelector('#settings')?.textContent ?? '')}>
    <OtpScreen autoFocus />
  </LatchkeyProvider>,
);
