import { contactKindOf } from '../../../../contract/contact.js';
import { otpLogin } from '../../../../contract/otp.js';
import { refused } from '../../../../contract/refusals.js';
import { fromUtf8, utf8 } from '../../../../crypto/bytes.js';
import { readTokenHere, type ShownToken } from '../../../configuration/shownToken.js';
import { newId } from '../../../ids.js';
import type { Row } from '../../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../../store/sealedColumns.js';
import { usersWith } from '../../callers/contactStatements.js';
import { checkClientSignature } from '../../codes/verificationTokens.js';
import { acceptInvitation } from '../../engine/admission/acceptInvitation.js';
import { deniesLogin } from '../../engine/admission/decision.js';
import type { ActivityHandler, Execution, ParametersOf } from '../../engine/handlers/handler.js';
import { about, again, done, type Outcome } from '../../engine/handlers/outcome.js';
import { openSession, proofUnshown } from '../../logins/openSession.js';
import type { SessionLogin } from '../../logins/sessionKey.js';
import { checkCodesOn, isTopLevelRoot } from '../../records/organizations.js';
import { methodOfCode } from '../../records/statistics.js';

/**
 * Uses up the token and opens a session for the one user of the organization whose verified contact it proves; an invitation makes its
 * holder a user first. The same token with the same key returns the same session.
 */
export const otpLoginHandler: ActivityHandler<typeof otpLogin> = {
  async execute({ parameters }, execution) {
    if (parameters.sessionProfileId !== undefined) throw refused('NOT_YET_SUPPORTED', { about: 'sessionProfileId' });
    const token = await readTokenHere(
      { ...execution, db: execution.transaction },
      execution.organization,
      parameters.verificationToken,
    );
    return about(token.contact, () => logIn(execution, parameters, token));
  },
};

async function logIn(
  execution: Execution,
  parameters: ParametersOf<typeof otpLogin>,
  token: ShownToken,
): Promise<Outcome<{ session: string }>> {
  const { publicKey } = parameters;
  const [, known] = await Promise.all([
    checkCodesOn(execution.transaction, execution.organization, token.otp_type),
    userOf(execution, token),
  ]);
  const user = known ?? (await invitedUser(execution, token));
  await checkClientSignature({ ...execution, db: execution.transaction }, token, parameters.clientSignature, {
    type: 'USAGE_TYPE_LOGIN',
    login: { publicKey },
  });
  if (await deniesLogin(execution.transaction, { ...execution, row: otpLogin, parameters, user }))
    throw refused('NOT_AUTHORIZED');
  const session = await sessionAgain(execution, token, publicKey);
  if (session) return again(execution, token.login_activity_id, { session });
  if (token.ended_at_ms !== null) throw refused('VERIFICATION_TOKEN_SPENT');
  const opened = await openSession(execution, user, parameters, loginOf(execution, token, publicKey));
  await end(execution, token, parameters, opened);
  return done({ session: opened }, { counts: { kind: 'LOGIN', method: methodOfCode(token.otp_type) } });
}

/** The key that the token names has signed this very login. */
function loginOf({ tools, caller, nowMs }: Execution, token: ShownToken, publicKey: string): SessionLogin {
  const proof = token.public_key === publicKey ? 'proved' : proofUnshown(caller);
  return { id: newId(tools.random), atMs: nowMs, proof };
}

/** @throws {RefusedError} ACCOUNT_NOT_FOUND */
async function invitedUser(execution: Execution, token: ShownToken): Promise<Row<'users'>> {
  const { tools, transaction, organization, nowMs } = execution;
  const isInvited =
    token.otp_type === 'OTP_TYPE_EMAIL' && token.ended_at_ms === null && organization.parent_id !== null;
  const user = isInvited && (await acceptInvitation(tools, transaction, organization, { email: token.contact, nowMs }));
  if (user) return user;
  throw refused('ACCOUNT_NOT_FOUND');
}

/**
 * The user with that contact, if any. @throws {RefusedError} ACCOUNT_NOT_FOUND if there are several, or for a member of a top-level root
 * quorum
 */
async function userOf({ transaction, organization }: Execution, token: ShownToken): Promise<Row<'users'> | undefined> {
  const kind = contactKindOf(token.otp_type);
  const users = await usersWith(transaction, organization.organization_id, kind, token.contact);
  const [user] = users;
  if (users.length > 1 || (user && isTopLevelRoot(organization, user))) throw refused('ACCOUNT_NOT_FOUND');
  return user;
}

async function sessionAgain(
  { tools, organization }: Execution,
  token: ShownToken,
  publicKey: string,
): Promise<string | undefined> {
  const same = token.login_public_key === publicKey && token.login_organization_id === organization.organization_id;
  if (!same || token.sealed_session === null) return undefined;
  return fromUtf8(await tools.sealer.open(sessionContext(token), token.sealed_session));
}

async function end(
  { tools, transaction, organization, activityId, nowMs }: Execution,
  token: ShownToken,
  { publicKey }: ParametersOf<typeof otpLogin>,
  session: string,
): Promise<void> {
  await transaction
    .updateTable('verification_tokens')
    .set({
      ended_at_ms: nowMs,
      login_public_key: publicKey,
      login_organization_id: organization.organization_id,
      login_activity_id: activityId,
      sealed_session: await tools.sealer.seal(sessionContext(token), utf8(session)),
    })
    .where('organization_id', '=', token.organization_id)
    .where('token_id', '=', token.token_id)
    .execute();
}

const sessionContext = ({ organization_id, token_id }: ShownToken) =>
  sealedPlace(sealedColumns.session, organization_id, token_id);
