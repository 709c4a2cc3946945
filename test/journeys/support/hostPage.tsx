import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import {
  AccountPanel,
  LatchkeyProvider,
  LoggedIn,
  LoginButton,
  LoginCard,
  OtpScreen,
  PasskeyOffer,
} from '../../../src/index.js';

/** The screens that an app may render; the page's URL chooses one. */
const screens: Record<string, () => ReactElement> = {
  otp: () => <OtpScreen autoFocus />,
  card: () => (
    <main>
      <h1>Acme</h1>
      <LoginCard terms="https://acme.example/terms" privacy="https://acme.example/privacy" />
    </main>
  ),
  app: () => (
    <main>
      <h1>Acme</h1>
      <LoginButton />
      <LoggedIn>
        <PasskeyOffer onDone={() => document.body.setAttribute('data-offer', 'over')} />
        <AccountPanel />
      </LoggedIn>
    </main>
  ),
};
const { settings, screen } = JSON.parse(document.querySelector('#settings')?.textContent ?? '');
const Screen = screens[screen] as () => ReactElement;

/** The screen as an app draws it, in whatever page the test has made around it. */
createRoot(document.querySelector('#root') as HTMLElement).render(
  <LatchkeyProvider settings={settings}>
    <Screen />
  </LatchkeyProvider>,
);
