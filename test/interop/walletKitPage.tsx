import { TurnkeyProvider, useTurnkey } from '@turnkey/react-wallet-kit';
import { type ReactElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@turnkey/react-wallet-kit/styles.css';

/** An app with their provider, their modal and their calls. `output` has the values that a test reads. */
function App(): ReactElement {
  const { authState, clientState, handleLogin, logout, signMessage, user, wallets } = useTurnkey();
  const [signature, setSignature] = useState('');
  const [account] = wallets[0]?.accounts ?? [];
  const sign = async () => {
    if (!account) throw new Error('There is no account.');
    const { r, s, v } = await signMessage({ walletAccount: account, message: 'Hällo', addEthereumPrefix: true });
    setSignature(`0x${r}${s}${v === '00' ? '1b' : '1c'}`);
  };
  return (
    <>
      <button type="button" onClick={() => handleLogin()}>
        Log in here
      </button>
      <button type="button" onClick={sign} disabled={!account}>
        Sign
      </button>
      <button type="button" onClick={() => logout()}>
        Log out
      </button>
      <output id="state">{`${clientState} ${authState}`}</output>
      <output id="email">{user?.userEmail}</output>
      <output id="address">{account?.address}</output>
      <output id="signature">{signature}</output>
    </>
  );
}

const { url, ...ids } = await (await fetch('/settings.json')).json();
const customWallet = {
  walletName: 'First',
  walletAccounts: [
    {
      curve: 'CURVE_SECP256K1' as const,
      pathFormat: 'PATH_FORMAT_BIP32' as const,
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
    },
  ],
};

createRoot(document.getElementById('root') as HTMLElement).render(
  <TurnkeyProvider
    config={{
      ...ids,
      authProxyUrl: url,
      apiBaseUrl: url,
      auth: { createSuborgParams: { emailOtpAuth: { customWallet } } },
    }}
    callbacks={{ onError: (error) => console.error(String(error), error.cause ?? '') }}
  >
    <App />
  </TurnkeyProvider>,
);
