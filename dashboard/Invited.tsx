import { type HookError, useAddPasskey, useLatchkey, useLogout, useSession, useUser } from 'latchkey';
import { type Client, requestOtp } from 'latchkey/client';
import { type FormEvent, type ReactElement, type ReactNode, useContext, useState } from 'react';
import { verifyCode } from '../src/client/flows/verifyCode.js';
import { openStampedSession } from '../src/client/passkeys/openSession.js';
import { attestedStamper } from '../src/stampers/attestedStamp.js';
import { sessionSeconds } from './operator.js';
import { TextField } from './parts/fields.js';
import { useTitle } from './parts/Page.js';
import { ServiceContext } from './parts/service.js';

/** Who was invited proves the address by a code, and makes the passkey that they log in with from then on. */
export function Invited({ onDone }: { readonly onDone: () => void }): ReactElement {
  const { session } = useSession();
  const [isProved, setProved] = useState(false);
  useTitle('Invitation');
  return (
    <main className="alone">
      <img src="/dashboard/icon.svg" alt="" width="32" height="32" />
      {session ? <LoggedIn isProved={isProved} onDone={onDone} /> : <Prove onProved={setProved} />}
    </main>
  );
}

/** Called before the session is opened, and once more where that fails. */
type ProveProps = { readonly onProved: (isProved: boolean) => void };

function Prove({ onProved }: ProveProps): ReactElement {
  const client = useLatchkey();
  const { organizationId } = useContext(ServiceContext);
  const [contact, setContact] = useState('');
  const [otpId, setOtpId] = useState<string>();
  const [otpCode, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setProblem(undefined);
    try {
      if (otpId === undefined)
        setOtpId((await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: contact.trim() })).otpId);
      else {
        onProved(true);
        await acceptBy(client, organizationId, { otpId, otpCode: otpCode.trim() });
      }
    } catch (error) {
      onProved(false);
      setProblem(wordsFor(error as Error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <h1>You are invited</h1>
      <form className="form" onSubmit={submit}>
        {otpId === undefined ? (
          <>
            <p>Prove the address that the invitation was sent to. We email you a code.</p>
            <TextField label="Email" type="email" required value={contact} onChange={setContact} />
          </>
        ) : (
          <>
            <p role="status">
              Type the code that we sent to <bdi>{contact}</bdi>.
            </p>
            <TextField label="Code" required value={otpCode} onChange={setCode} />
          </>
        )}
        <div id="captcha" />
        {problem !== undefined && <p role="alert">{problem}</p>}
        <div className="actions">
          <button type="submit" className="primary" disabled={isPending}>
            {otpId === undefined ? 'Send me a code' : 'Accept the invitation'}
          </button>
          {otpId !== undefined && (
            <button type="button" onClick={() => [setOtpId(undefined), setCode(''), setProblem(undefined)]}>
              Use another address
            </button>
          )}
        </div>
      </form>
    </>
  );
}

type Typed = { readonly otpId: string; readonly otpCode: string };

/** Logs in at the organization itself, by the proof alone: the kit's own login would look for an account below it. */
async function acceptBy(client: Client, organizationId: string, { otpId, otpCode }: Typed): Promise<void> {
  const key = await client.keys.create();
  try {
    const { publicKey } = key;
    const token = await verifyCode(client, { otpIds: [otpId], otpCode, publicKey }, {});
    const stamper = attestedStamper(key, token, 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN');
    await openStampedSession(client, { stamper, organizationId, expirationSeconds: sessionSeconds, signal: undefined });
  } finally {
    await client.keys.remove(key.publicKey).catch(() => {}); // it has done what it was for
  }
}

function wordsFor(error: Error & { readonly code?: string }): string {
  switch (error.code) {
    case 'PUBLIC_KEY_NOT_FOUND':
      return 'This address is not invited, or the invitation has ended. Ask whoever invited you.';
    case 'PROXY_NOT_AVAILABLE':
    case 'METHOD_NOT_ENABLED':
      return 'Nobody can accept an invitation while the auth proxy, or its email method, is off. Ask whoever invited you.';
    case 'CAPTCHA_CANCELLED':
      return 'We send no code before you confirm that you are human.';
    case 'CAPTCHA_NOT_LOADED':
    case 'CAPTCHA_FAILED':
    case 'CAPTCHA_REFUSED':
    case 'CAPTCHA_SPENT':
      return 'We could not check that you are human. Reload this page and try again.';
    default:
      return error.message;
  }
}

type LoggedInProps = { readonly isProved: boolean; readonly onDone: () => void };

/** Who has a passkey and has proved nothing here is another than the one who is invited, perhaps: no passkey is made for them. */
function LoggedIn({ isProved, onDone }: LoggedInProps): ReactElement | null {
  const { data: me } = useUser();
  const logout = useLogout();
  const logOut = (
    <button type="button" disabled={logout.isPending} onClick={() => logout.mutate({})}>
      Log out
    </button>
  );
  if (!me) return null;
  if (isProved || me.authenticators.length === 0)
    return (
      <MakePasskey userName={me.userName} onDone={onDone}>
        {logOut}
      </MakePasskey>
    );
  return (
    <>
      <h1>You are logged in already</h1>
      <p role="status">
        As <bdi>{me.userName}</bdi>. If somebody else is invited, log out first.
      </p>
      <div className="actions">
        {logOut}
        <button type="button" onClick={onDone}>
          Go to the dashboard
        </button>
      </div>
    </>
  );
}

type MakePasskeyProps = { readonly userName: string; readonly onDone: () => void; readonly children: ReactNode };

function MakePasskey({ userName, onDone, children }: MakePasskeyProps): ReactElement {
  const add = useAddPasskey({ onSuccess: onDone });
  const [passkeyName, setName] = useState('');
  const make = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ passkeyName: passkeyName.trim() });
  };
  return (
    <>
      <h1>Make a passkey for this dashboard</h1>
      <form className="form" onSubmit={make}>
        <p role="status">
          You are a member now: <bdi>{userName}</bdi>. You log in with a passkey of this device from now on.
        </p>
        <TextField label="What to call it" required value={passkeyName} onChange={setName} />
        {add.error && <p role="alert">{passkeyWordsFor(add.error)}</p>}
        <div className="actions">
          <button type="submit" className="primary" disabled={add.isPending}>
            Make a passkey
          </button>
          {children}
        </div>
      </form>
    </>
  );
}

const passkeyWordsFor = ({ code, message }: HookError): string =>
  code === 'FRESH_LOGIN_REQUIRED' ? 'You have proved the address too long ago. Log out, and prove it again.' : message;
