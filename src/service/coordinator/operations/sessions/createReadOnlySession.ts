import type { createReadOnlySession } from '../../../../contract/sessions.js';
import { newReadOnlySession, readingWith } from '../../callers/readOnlySession.js';
import type { ActivityHandler, Execution } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { loginOfMaker } from '../../logins/loginOfMaker.js';
import { loginOfCaller, secondsLeft } from '../../logins/sessionKey.js';
import { credentialsOf, keepCredential, removeCredentials } from '../../records/credentials.js';

const mostSeconds = 900;
/** Of one user, at a time. */
const most = 10;

/** A secret that reads as the caller does. The table has its hash alone. */
export const createReadOnlySessionHandler: ActivityHandler<typeof createReadOnlySession> = {
  async execute(_asked, execution) {
    const { tools, transaction, organization, caller, nowMs } = execution;
    const { user_id: userId, user_name: username } = caller.user;
    const lifetimeSeconds = Math.min(await secondsLeft(execution, loginOfCaller(execution, 'proved')), mostSeconds);
    await makeRoom(execution);
    const session = newReadOnlySession(tools.random);
    const { lookupKey, curveType } = await readingWith(session);
    const expiresAtMs = nowMs + lifetimeSeconds * 1000;
    const holder = { organization, userId, loginId: loginOfMaker(execution), nowMs };
    await keepCredential(tools, transaction, holder, {
      kind: 'READ_ONLY_SESSION',
      lookup_key: lookupKey,
      credential_name: `Read Only Session - ${new Date(nowMs).toISOString()}`,
      public_key: lookupKey,
      credential_type: 'READ_ONLY_SESSION',
      curve_type: curveType,
      expiration_seconds: lifetimeSeconds,
      expires_at_ms: expiresAtMs,
      proof: 'proved',
    });
    return done({
      organizationId: organization.organization_id,
      organizationName: organization.name,
      userId,
      username,
      session,
      sessionExpiry: String(Math.floor(expiresAtMs / 1000)),
    });
  },
};

/** Those that have ended, else the oldest, make room. */
async function makeRoom({ transaction, organization, caller, nowMs }: Execution): Promise<void> {
  const held = (await credentialsOf(transaction, caller.user)).filter(({ kind }) => kind === 'READ_ONLY_SESSION');
  const ended = held.filter(({ expires_at_ms }) => (expires_at_ms ?? 0) <= nowMs);
  const live = held.filter((each) => !ended.includes(each));
  const oldest = live.slice(0, Math.max(0, live.length - most + 1));
  await removeCredentials(transaction, organization, [...ended, ...oldest]);
}
