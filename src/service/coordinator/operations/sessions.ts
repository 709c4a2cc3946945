import { canonicalEmail } from '../../../contract/contact.js';
import { refused } from '../../../contract/refusals.js';
import type { createReadOnlySession, createReadWriteSession, stampLogin } from '../../../contract/sessions.js';
import { limits } from '../../limits/limits.js';
import type { Row } from '../../store/schema.js';
import type { CallerCredential } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { newReadOnlySession, readingWith } from '../callers/readOnlySession.js';
import type { ActivityHandler, Execution, RequestedActivity } from '../engine/handlers/handler.js';
import { type CountedHappening, done } from '../engine/handlers/outcome.js';
import { withdrawOfSessions } from '../engine/withdrawn.js';
import { openSession } from '../logins/openSession.js';
import {
  addSessionKey,
  loginOfCaller,
  loginOfMaker,
  type SealedKey,
  sealFreshKey,
  secondsLeft,
} from '../logins/sessionKey.js';
import { spendStampedToken } from '../logins/spendStampedToken.js';
import { inTheWay, isSession, keepCredential, removeCredentials } from '../records/credentials.js';
import { findMember } from '../records/users.js';

/** A session for the caller: a session's stamp renews it, any other is a login. */
const stampLoginHandler: ActivityHandler<typeof stampLogin> = {
  async execute({ parameters }, execution) {
    if (parameters.sessionProfileId !== undefined) throw refused('NOT_YET_SUPPORTED', { about: 'sessionProfileId' });
    await spendStampedToken(execution, parameters.publicKey);
    const { user, credential } = execution.caller;
    const proof = parameters.publicKey === credential?.publicKey ? 'proved' : 'unproved';
    const { expirationSeconds = defaultSecondsOf(execution) } = parameters;
    const login = loginOfCaller(execution, proof);
    const session = await openSession(execution, user, { ...parameters, expirationSeconds }, login);
    const counts = countedLogin(execution);
    return done({ session }, counts && { counts });
  },
};

/** A renewal is no login. Of a provider's account the stamp does not say which. */
function countedLogin({ caller: { credential } }: Execution): CountedHappening | undefined {
  const method = credential && methodOfCredential[credential.kind];
  return method === undefined ? undefined : { kind: 'LOGIN', method };
}

const methodOfCredential: { readonly [Kind in CallerCredential['kind']]?: string } = {
  API_KEY: 'wallet',
  PASSKEY: 'passkey',
  OAUTH_PROVIDER: 'oauth',
  CONTACT: 'code',
};

/** An operator who logs in to the top-level organization by an attested token, whose form has no lifetime, gets an hour. */
function defaultSecondsOf({ organization, caller: { credential } }: Execution): string | undefined {
  const isAttested = credential?.kind === 'CONTACT' || credential?.kind === 'OAUTH_PROVIDER';
  return isAttested && organization.parent_id === null ? '3600' : undefined;
}

/** A session key for the holder of the target key; for the caller, or by the root quorum for another user. */
const createReadWriteSessionHandler: ActivityHandler<typeof createReadWriteSession, SealedKey> = {
  prepare: ({ parameters }, { tools }) => sealFreshKey(tools, parameters.targetPublicKey),

  async execute({ prepared, ...request }, execution) {
    const { transaction, organization, nowMs } = execution;
    const user = await userNamed(request, execution);
    if ('invalidateExisting' in request.parameters && request.parameters.invalidateExisting) {
      await removeCredentials(transaction, organization, (await credentialsOf(transaction, user)).filter(isSession));
      await withdrawOfSessions(execution, user);
    }
    const { expirationSeconds, apiKeyName = `Read Write Session - ${new Date(nowMs).toISOString()}` } =
      request.parameters;
    const { publicKey, bundle } = prepared;
    const key = { publicKey, expirationSeconds, apiKeyName, credentialType };
    const { apiKeyId } = await addSessionKey(execution, user, key, loginOfCaller(execution, 'proved'));
    return done({
      organizationId: organization.organization_id,
      organizationName: organization.name,
      userId: user.user_id,
      username: user.user_name,
      apiKeyId,
      credentialBundle: bundle,
    });
  },
};

const credentialType = 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256';

/** The caller, unless another user is named: by an id. An address names the caller alone. @throws {RefusedError} USER_NOT_FOUND */
async function userNamed(
  { parameters }: RequestedActivity<typeof createReadWriteSession>,
  { transaction, organization, caller }: Execution,
): Promise<Row<'users'>> {
  if ('email' in parameters) {
    if (canonicalEmail(parameters.email) !== caller.user.email) throw refused('USER_NOT_FOUND');
    return caller.user;
  }
  const { userId = caller.user.user_id } = parameters;
  return findMember(transaction, organization.organization_id, userId);
}

const mostSeconds = 900;

/** A secret that reads as the caller does. The table has its hash alone. */
const createReadOnlySessionHandler: ActivityHandler<typeof createReadOnlySession> = {
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
  await removeCredentials(transaction, organization, inTheWay(held, limits.readOnlySessions.most, nowMs));
}

export const sessionsHandlers = {
  createReadOnlySession: createReadOnlySessionHandler,
  createReadWriteSession: createReadWriteSessionHandler,
  stampLogin: stampLoginHandler,
};
