import type { HookError } from 'latchkey';
import { type ReactElement, useContext } from 'react';
import { To } from '../place.js';
import { awaitsOthers } from './awaitsOthers.js';
import { ServiceContext } from './service.js';

/** Why something was not done or not shown: what the service said, and what helps. What waits for others is no failure. */
export function Refusal({
  error,
  onRetry,
}: {
  readonly error: HookError;
  readonly onRetry?: () => void;
}): ReactElement {
  const { environment } = useContext(ServiceContext);
  if (awaitsOthers(error))
    return (
      <p role="status" className="warning">
        Others must approve this first. <To path="/approvals">It waits under Approvals</To>
      </p>
    );
  return (
    <div role="alert" className="refusal">
      <p>{wordsFor(error, environment === 'development')}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function wordsFor({ code, message }: HookError, isDevelopment: boolean): string {
  switch (code) {
    case 'FRESH_LOGIN_REQUIRED':
      return isDevelopment
        ? 'This changes who can do what, so it needs a login of the last minutes. Open the address that latchkey dev printed once more.'
        : 'This changes who can do what, so it needs a login of the last minutes. Log out, log in, and try again.';
    case 'NOT_AUTHORIZED':
      // What the service adds in brackets says more than that the right is missing.
      return message.endsWith(')')
        ? message
        : 'Your user may not do this: it takes a member of the root quorum, or a policy that allows it.';
    case 'PASSKEY_CANCELLED':
      return 'No passkey was chosen.';
    default:
      return message;
  }
}
