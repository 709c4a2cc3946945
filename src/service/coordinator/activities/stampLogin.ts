import { refused } from '../../../contract/refusals.js';
import type { stampLogin } from '../../../contract/sessions.js';
import type { Execute } from '../execution.js';
import { openSession } from '../openSession.js';

/** A session for whoever stamped the request. */
export const executeStampLogin: Execute<typeof stampLogin> = async (parameters, execution) => {
  if (parameters.sessionProfileId !== undefined) throw refused('NOT_YET_SUPPORTED', { about: 'sessionProfileId' });
  return { session: await openSession(execution, execution.caller.user, parameters) };
};
