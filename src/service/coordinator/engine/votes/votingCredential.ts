import { toBase64Url } from '../../../../crypto/base64url.js';
import { fromHex } from '../../../../crypto/hex.js';
import type { AttestedScheme } from '../../../../stampers/attestedStamp.js';
import type { Row } from '../../../store/schema.js';
import { type CallerCredential, credentialIdOf } from '../../callers/caller.js';
import { contactType } from '../../callers/contactStatements.js';
import { isProvider } from '../../records/oauth.js';
import type { VotedBy } from './votes.js';

/** The credential that a user voted with; for a token's identity, which the vote does not name, their oldest. */
export function votingCredential(
  held: readonly Row<'credentials'>[],
  { voted_by, voted_with }: VotedBy,
): CallerCredential | undefined {
  if (voted_with === oidcScheme) {
    const provider = held.find(isProvider);
    return provider && { ...callerCredential(provider), publicKey: voted_by };
  }
  if (voted_with === contactScheme) return contactCredential(voted_by);
  const credential = held.find((each) => votesAs(each) === voted_by);
  return credential && callerCredential(credential);
}

const oidcScheme: AttestedScheme = 'STAMP_ATTESTED_SCHEME_P256_OIDC';
const contactScheme: AttestedScheme = 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN';

/** Of a code's token, which is over: what policies see of it. */
const contactCredential = (publicKey: string): CallerCredential => ({
  kind: 'CONTACT',
  id: '',
  publicKey,
  credentialType: contactType,
  credentialId: '',
  loginId: null,
  loginAtMs: null,
  isProved: true,
});

/** The key that a vote by a credential names: of a passkey in base64url. */
const votesAs = ({ kind, public_key }: Row<'credentials'>): string =>
  kind === 'PASSKEY' ? toBase64Url(fromHex(public_key)) : public_key;

/** A credential as callers have it. */
export const callerCredential = (credential: Row<'credentials'>): CallerCredential => ({
  kind: credential.kind,
  id: credential.credential_id,
  publicKey: credential.public_key,
  credentialType: credential.credential_type,
  credentialId: credentialIdOf(credential.passkey),
  loginId: credential.login_id,
  loginAtMs: credential.login_at_ms,
  isProved: credential.is_proved !== 0,
});
