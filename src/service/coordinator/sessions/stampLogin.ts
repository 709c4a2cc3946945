import { refused } from '../../../contract/refusals.js';
import type { stampLogin } from '../../../contract/sessions.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { spendStampedToken } from '../pipeline/spendStampedToken.js';
import { openSession } from './openSession.js';
import { loginOfCaller } from './sessionKey.js';

/** A session for the caller: a session's stamp renews it, any other is a login. */
export const stampLoginHandler: ActivityHandler<typeof stampLogin> = {
  async execute({ parameters }, execution) {
    if (parameters.sessionProfileId !== undefined) throw refused('NOT_YET_SUPPORTED', { about: 'sessionProfileId' });
    await spendStampedToken(execution, parameters.publicKey);
    const { user, credential } = execution.caller;
    const proof = parameters.publicKey === credential?.publicKey ? 'proved' : 'awaits a stamp';
    return { session: await openSession(execution, user, parameters, loginOfCaller(execution, proof)) };
  },
};
