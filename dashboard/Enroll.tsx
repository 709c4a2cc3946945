import { type FormEvent, type ReactElement, useContext, useState } from 'react';
import { toBase64Url } from '../src/crypto/base64url.js';
import { enrolmentChallenge, enrolmentCheck, writeEnrolment } from '../src/stampers/enrolment.js';
import { createPasskey, newUserHandle } from '../src/stampers/passkeyRegistration.js';
import { useTitle } from './parts/Page.js';
import { ServiceContext } from './parts/service.js';
import { Copy } from './parts/texts.js';

/** A passkey that was made, as the line for the terminal and the characters that it asks for. */
type Made = { readonly text: string; readonly characters: string };

/** The first way in: a passkey of this device, which whoever runs the service registers with the root key. */
export function Enroll(): ReactElement {
  const { organizationId } = useContext(ServiceContext);
  const [name, setName] = useState('');
  const [made, setMade] = useState<Made>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  useTitle('Enroll');
  const make = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setProblem(undefined);
    try {
      setMade(await enrolment(organizationId, name.trim()));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <main className="alone">
      <img src="/dashboard/icon.svg" alt="" width="32" height="32" />
      <h1>Make a passkey for this dashboard</h1>
      {made ? (
        <Line made={made} />
      ) : (
        <form className="form" onSubmit={make}>
          <p>It stays on this device, or in your password manager. You log in with it from now on.</p>
          <div className="field">
            <label htmlFor="enroll-name">What to call it</label>
            <input
              id="enroll-name"
              required
              maxLength={100}
              placeholder="Ada’s laptop"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          {problem !== undefined && <p role="alert">{problem}</p>}
          <button type="submit" className="primary" disabled={isPending}>
            Make a passkey
          </button>
        </form>
      )}
    </main>
  );
}

function Line({ made: { text, characters } }: { readonly made: Made }): ReactElement {
  const line = `npx latchkey-service admin enroll ${text}`;
  return (
    <>
      <p role="status">The passkey is made. Within ten minutes, run this where the service runs:</p>
      <pre className="raw whole">{line}</pre>
      <Copy value={line} name="the line" />
      <p>
        It asks for these eight characters: <strong className="characters">{characters}</strong>
      </p>
      <a className="button" href="/dashboard">
        Go to the login
      </a>
    </>
  );
}

/** The passkey's challenge names all that the text says, so that nothing in it can be changed on the way. */
async function enrolment(organizationId: string, name: string): Promise<Made> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const named = { organizationId, name, timeMs: Date.now(), random };
  const { attestation } = await createPasskey({
    rpName: 'Latchkey dashboard',
    userName: name,
    userHandle: newUserHandle(),
    challenge: await enrolmentChallenge(named),
    userVerification: 'required',
  });
  const text = writeEnrolment({ version: 1, ...named, attestation });
  return { text, characters: await enrolmentCheck(text) };
}
