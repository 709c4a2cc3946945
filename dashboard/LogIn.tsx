import { useLoginWithPasskey } from 'latchkey';
import { type ReactElement, useContext } from 'react';
import { sessionSeconds } from './operator.js';
import { useTitle } from './parts/Page.js';
import { Refusal } from './parts/Refusal.js';
import { ServiceContext } from './parts/service.js';

type LogInProps = {
  /** Whether a session was there and has come to its end. */
  readonly hasEnded: boolean;
  readonly refusal: string | undefined;
};

/** The way in: a passkey of a user of the organization. */
export function LogIn({ hasEnded, refusal }: LogInProps): ReactElement {
  const { organizationId, environment } = useContext(ServiceContext);
  const logIn = useLoginWithPasskey();
  useTitle('Log in');
  return (
    <main className="alone">
      <img src="/dashboard/icon.svg" alt="" width="32" height="32" />
      <h1>Latchkey dashboard</h1>
      <p>For the operators of this service. Log in with your passkey.</p>
      {hasEnded && (
        <p role="alert" className="warning">
          Your session has ended. Log in, and you are back on the same page. What you had typed there and not saved is
          gone.
        </p>
      )}
      {refusal !== undefined && <p role="alert">{refusal}</p>}
      {logIn.error && <Refusal error={logIn.error} />}
      <button
        type="button"
        className="primary"
        disabled={logIn.isPending}
        onClick={() => logIn.mutate({ organizationId, expirationSeconds: sessionSeconds })}
      >
        Log in with a passkey
      </button>
      <details>
        <summary>No passkey yet?</summary>
        {environment === 'development' ? (
          <p>
            Open the address that <code>latchkey dev</code> printed beside “dashboard”: it logs you in.
          </p>
        ) : (
          <p>
            Whoever runs the service lets the first person in with <code>npx latchkey-service admin enroll</code>.
            Everybody else is invited by a member, under Team.
          </p>
        )}
      </details>
    </main>
  );
}
