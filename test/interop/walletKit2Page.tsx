import { TurnkeyProvider, useTurnkey } from '@turnkey/react-wallet-kit-2';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import '@turnkey/react-wallet-kit-2/styles.css';

declare global {
  /** The result of their hook, for a test to call. */
  var kit: ReturnType<typeof useTurnkey>;
}

function App(): ReactElement {
  globalThis.kit = useTurnkey();
  const { authState, clientState, user, wallets } = globalThis.kit;
  return (
    <>
      <output id="state">{`${clientState} ${authState}`}</output>
      <output id="email">{user?.userEmail}</output>
      <output id="wallets">{wallets.map(({ walletName }) => walletName).join()}</output>
    </>
  );
}

const { url, ...ids } = await (await fetch('/settings.json')).json();
const frameUrl = new URL('/frame', location.href).href;

createRoot(document.getElementById('root') as HTMLElement).render(
  <TurnkeyProvider
    config={{
      ...ids,
      authProxyUrl: url,
      apiBaseUrl: url,
      importIframeUrl: frameUrl,
      exportIframeUrl: frameUrl,
    }}
    callbacks={{ onError: (error) => console.error(String(error), String(error.cause ?? '')) }}
  >
    <App />
  </TurnkeyProvider>,
);
