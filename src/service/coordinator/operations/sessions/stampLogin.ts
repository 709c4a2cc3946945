import { refused } from '../../../../contract/refusals.js';
import type { stampLogin } from '../../../../contract/sessions.js';
import type { ActivityHandler, Execution } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { spendStampedToken } from '../../engine/spendStampedToken.js';
import { openSession } from '../../logins/openSession.js';
import { loginOfCaller } from '../../logins/sessionKey.js';

/** A session for the caller: a session's stamp renews it, any other is a login. */
export const stampLoginHandler: ActivityHandler<typeof stampLogin> = {
  async execute({ parameters }, execution) {
    if (parameters.sessionProfileId !== undefined) throw refused('NOT_YET_SUPPORTED', { about: 'sessionProfileId' });
    await spendStampedToken(execution, parameters.publicKey);
    const { user, credential } = execution.caller;
    const proof = parameters.publicKey === credential?.publicKey ? 'proved' : 'awaits a stamp';
    const { expirationSeconds = defaultSecondsOf(execution) } = parameters;
    const login = loginOfCaller(execution, proof);
    return done({ session: await openSession(execution, user, { ...parameters, expirationSeconds }, login) });
  },
};

/** An operator who logs in to the top-level organization by an attested token, whose form has no lifetime, gets an hour. */
function defaultSecondsOf({ organization, caller: { credential } }: Execution): string | undefined {
  const isAttested = credential?.kind === 'CONTACT' || credential?.kind === 'OAUTH_PROVIDER';
  return isAttested && organization.parent_id === null ? '3600' : undefined;
}
