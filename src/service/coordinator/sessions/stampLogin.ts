import { refused } from '../../../contract/refusals.js';
import type { stampLogin } from '../../../contract/sessions.js';
import { newId } from '../../tools.js';
import type { ActivityHandler, Execution } from '../pipeline/execution.js';
import { openSession } from './openSession.js';
import type { Login } from './sessionKey.js';

/** A session for whoever stamped the request: a session's stamp renews it, any other is a login. */
export const stampLoginHandler: ActivityHandler<typeof stampLogin> = {
  async execute({ parameters }, execution) {
    if (parameters.sessionProfileId !== undefined) throw refused('NOT_YET_SUPPORTED', { about: 'sessionProfileId' });
    return { session: await openSession(execution, execution.caller.user, parameters, loginOf(execution, parameters)) };
  },
};

function loginOf({ tools, caller: { credential }, nowMs }: Execution, { publicKey }: { publicKey: string }): Login {
  const proof = publicKey === credential?.publicKey ? 'proved' : 'awaits a stamp';
  if (credential?.kind === 'SESSION_KEY') return { id: credential.loginId, atMs: credential.loginAtMs ?? nowMs, proof };
  return { id: credential?.loginId ?? newId(tools.random), atMs: nowMs, proof };
}
