import {
  ExportWalletScreen,
  ImportWalletScreen,
  useListPrivateKeys,
  useLogout,
  useRefreshSession,
  useSession,
  useSignMessage,
  useUser,
  useWalletAccounts,
  useWallets,
} from 'latchkey';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { Backend } from './Backend.js';

/** The logged-in person, their address, and its actions. */
export function Account(): ReactElement {
  const { session } = useSession();
  const user = useUser();
  const accounts = useWalletAccounts();
  const refresh = useRefreshSession();
  const logout = useLogout();
  const address = accounts.data?.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')?.address;
  const error = user.error ?? accounts.error ?? refresh.error;

  // The login screen is gone, and the focus with it: move it here, so that a screen reader continues here.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  return (
    <article>
      <header>
        <h2 ref={title} tabIndex={-1}>
          Welcome
        </h2>
        <p className="chip">
          Logged in until <bdi>{session && new Date(session.expiresAtMs).toLocaleTimeString()}</bdi>
          <button type="button" className="link" aria-label="Stay logged in" onClick={() => refresh.mutate()}>
            Stay
          </button>
        </p>
      </header>
      <dl aria-busy={user.isPending || accounts.isPending}>
        <dt>You</dt>
        <dd>{user.data?.userEmail ?? user.data?.userPhoneNumber ?? user.data?.userName ?? '…'}</dd>
        <dt>Your Ethereum address</dt>
        <dd className="copied">{address ? <Copyable text={address} name="address" /> : '…'}</dd>
      </dl>
      {error && <p role="alert">{error.message}</p>}
      <Backend />
      {address && <SignMessage address={address} />}
      <Wallets address={address} />
      <button type="button" onClick={() => logout.mutate()}>
        Log out
      </button>
    </article>
  );
}

/** What can be exported: the words of a wallet, the key of one of its accounts, or a private key in the format of its chain. */
type Exported = { walletId: string } | { address: string } | { privateKeyId: string; form: 'hex' | 'solana' };

/** Exports and imports wallets and keys. */
function Wallets({ address }: { address: string | undefined }): ReactElement {
  const { data: wallets = [] } = useWallets();
  const { data: { privateKeys = [] } = {} } = useListPrivateKeys({});
  const [exported, setExported] = useState<Exported>();
  const [isImporting, setIsImporting] = useState(false);
  const close = () => {
    setExported(undefined);
    setIsImporting(false);
  };
  if (exported) return <ExportWalletScreen elevation="flush" {...exported} onDone={close} />;
  if (isImporting) return <ImportWalletScreen elevation="flush" onDone={close} onCancel={close} />;
  return (
    <section className="wallets" aria-label="Wallets">
      <ul>
        {wallets.map(({ walletId, walletName }) => (
          <Exportable key={walletId} name={walletName} onExport={() => setExported({ walletId })} />
        ))}
        {privateKeys.map(({ privateKeyId, privateKeyName, curve }) => (
          <Exportable
            key={privateKeyId}
            name={privateKeyName}
            onExport={() => setExported({ privateKeyId, form: curve === 'CURVE_ED25519' ? 'solana' : 'hex' })}
          />
        ))}
      </ul>
      {address && (
        <button type="button" onClick={() => setExported({ address })}>
          Export private key
        </button>
      )}
      <button type="button" onClick={() => setIsImporting(true)}>
        Import a wallet
      </button>
    </section>
  );
}

/** A wallet or a key with its name, and a button that exports it. */
function Exportable({ name, onExport }: { name: string; onExport: () => void }): ReactElement {
  return (
    <li className="copied">
      {name}
      <button type="button" className="link" aria-label={`Export ${name}`} onClick={onExport}>
        Export
      </button>
    </li>
  );
}

/** Signs a message with a key that the service holds, and verifies the signature here, against the address alone. */
function SignMessage({ address }: { address: string }): ReactElement {
  const sign = useSignMessage();
  const [isGenuine, setIsGenuine] = useState<boolean>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsGenuine(undefined);
    const message = String(new FormData(event.currentTarget).get('message'));
    sign.mutate(
      { message, address },
      {
        async onSuccess(signature) {
          const { verifyEthereumMessage } = await import('latchkey/crypto');
          setIsGenuine(await verifyEthereumMessage({ address, message, signature }));
        },
      },
    );
  }

  return (
    <form onSubmit={submit}>
      <label htmlFor="message">Message</label>
      <textarea id="message" name="message" rows={2} required defaultValue="Hello from Latchkey" />
      <button type="submit" className="primary" disabled={sign.isPending}>
        {sign.isPending ? 'Signing…' : 'Sign message'}
      </button>
      {sign.error && <p role="alert">{sign.error.message}</p>}
      <div role="status">
        {sign.data && (
          <p className="copied">
            <Copyable text={sign.data} name="signature" />
          </p>
        )}
        {isGenuine !== undefined && (
          <p className={isGenuine ? 'good' : 'bad'}>
            {isGenuine ? 'Verified: signed by your address.' : 'Not genuine: another key signed this.'}
          </p>
        )}
      </div>
    </form>
  );
}

/** The two ends of a long text, and a button that copies all of it. */
function Copyable({ text, name }: { text: string; name: string }): ReactElement {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <>
      <code title={text}>{`${text.slice(0, 6)}…${text.slice(-4)}`}</code>
      <button
        type="button"
        className="link"
        aria-label={`Copy ${name}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </>
  );
}
