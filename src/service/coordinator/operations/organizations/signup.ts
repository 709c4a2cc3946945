import type { createSubOrganization } from '../../../../contract/organizations.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsOf } from '../../../configuration/authProxyConfigs.js';
import type { ShownToken } from '../../../configuration/shownToken.js';
import type { ProvedIdentity } from '../../../identity/provedIdentities.js';
import { isRequestedBy } from '../../../identity/verifyIdToken.js';
import type { ParametersOf } from '../../engine/handler.js';
import { claimedContacts } from '../../records/contacts.js';
import { contactKindOf } from '../../records/users.js';
import { clientAddressHash } from './clientAddressHash.js';
import { type Existing, existingAnswer, proofOf, type Signup, type SignupProof } from './signupProof.js';

/**
 * Whether a sub-organization may be created, and by which proof; or the answer with the existing one.
 *
 * @throws {RefusedError} what refuses it: the request itself, its token, or how many were made from that address
 */
export async function lookAtSignup(
  signup: Signup,
  parameters: Parameters,
): Promise<{ proof: SignupProof | undefined; existing: Existing | undefined }> {
  const { organization, caller } = signup;
  if (organization.parent_id !== null) throw refused('SUB_ORGANIZATION_NESTED');
  const proof = await proofOf(signup, parameters);
  if (caller.user.is_proxy) await checkSignup(signup, parameters, proof?.token);
  const existing = proof && (await existingAnswer(signup, proof));
  if (!existing && caller.user.is_proxy) await checkSignupLimit(signup);
  return { proof, existing };
}

type Parameters = ParametersOf<typeof createSubOrganization>;

/** Through the proxy: one root user, with a credential or a token, and no contact but the token's. */
async function checkSignup(
  { identities }: Signup,
  { rootUsers }: Parameters,
  token: ShownToken | undefined,
): Promise<void> {
  const contacts = rootUsers.flatMap((user) => Object.entries(claimedContacts(user)));
  const expected = token && (contactKindOf(token.otp_type) === 'EMAIL' ? 'email' : 'phoneNumber');
  if (contacts.some(([kind, contact]) => kind !== expected || contact !== token?.contact)) {
    throw refused('CONTACT_NOT_VERIFIED');
  }
  const [{ apiKeys = [], authenticators = [] } = {}, ...others] = rootUsers;
  const [proved = []] = identities;
  const given = apiKeys.length + authenticators.length;
  if (!token && given === 0 && proved.length === 0) throw refused('CREDENTIAL_REQUIRED');
  if (others.length > 0) throw refused('NOT_AUTHORIZED', { about: 'the auth proxy signs up one root user' });
  const people = new Set(proved.map(({ issuer, subject }) => JSON.stringify([issuer, subject])));
  const isAlone = !token && given === 0 && people.size < 2;
  if (isAlone) return;
  await checkBound(proved, apiKeys);
  const isOfItsKey = !token && apiKeys.length === 1 && authenticators.length === 0 && people.size < 2;
  if (people.size > 0 && !isOfItsKey) await checkSigned(proved, token);
}

/**
 * Anybody can name another person's key. So a way in beside an identity's own key is taken only if the holder of that key has signed for all
 * of them: the client signature of a verification token covers the lists.
 *
 * @throws {RefusedError} OIDC_NONCE_MISMATCH
 */
async function checkSigned(proved: readonly ProvedIdentity[], token: ShownToken | undefined): Promise<void> {
  const publicKey = token?.public_key;
  for (const { proof } of proved)
    if (proof && !(publicKey && (await isRequestedBy(proof, publicKey)))) throw refused('OIDC_NONCE_MISMATCH');
}

/**
 * A holder of somebody else's OIDC token must not create an organization that they share: beside another credential, the token's nonce must
 * name one of the keys that sign up.
 *
 * @throws {RefusedError} OIDC_NONCE_MISMATCH
 */
async function checkBound(
  proved: readonly ProvedIdentity[],
  apiKeys: readonly { readonly publicKey: string }[],
): Promise<void> {
  for (const { proof } of proved) {
    const asking = await Promise.all(apiKeys.map(({ publicKey }) => proof && isRequestedBy(proof, publicKey)));
    if (proof && !asking.includes(true)) throw refused('OIDC_NONCE_MISMATCH');
  }
}

/** Not too many new ones from one address; who asks again for what is there makes none. */
async function checkSignupLimit({ tools, db, organization, clientAddress, nowMs }: Signup): Promise<void> {
  const limit = (await settingsOf(db, organization.organization_id))?.signupsPerAddress;
  const requester = await clientAddressHash(tools, organization.organization_id, clientAddress);
  if (!limit || requester === null) return;
  const windowMs = limit.windowSeconds * 1000;
  const recent = await db
    .selectFrom('organizations')
    .select('created_at_ms')
    .where('parent_id', '=', organization.organization_id)
    .where('requester', '=', requester)
    .where('created_at_ms', '>', nowMs - windowMs)
    .orderBy('created_at_ms', 'desc')
    .limit(limit.most)
    .execute();
  const oldest = recent[limit.most - 1];
  if (oldest) throw refused('TOO_MANY_SIGNUPS', { retryAfterMs: oldest.created_at_ms + windowMs - nowMs });
}
