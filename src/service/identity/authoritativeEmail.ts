import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { canonicalEmail } from '../../contract/contact.js';
import { RefusedError } from '../../contract/refusals.js';
import type { IdTokenClaims } from './idToken.js';
import { builtInIssuers } from './issuers.js';

/**
 * The e-mail address in claims of Google, if Google hosts the mailbox: @gmail.com, or a domain of a Workspace. Any other address may have
 * changed hands since Google verified it.
 *
 * @see Google Identity, "Using the Google Account unique identifier": email_verified and hd
 */
export function emailOfToken({ iss, email, email_verified, hd }: IdTokenClaims): string | undefined {
  if (iss !== builtInIssuers.google || email === undefined || String(email_verified) !== 'true') return undefined;
  try {
    const canonical = canonicalEmail(email);
    return canonical.endsWith('@gmail.com') || hd ? canonical : undefined;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return undefined;
  }
}

/** The address by which an identity is linked to the user who has verified it, if the configuration allows that for its client id. */
export const linkedEmail = (
  { socialLinkingClientIds }: Pick<AuthProxySettings, 'socialLinkingClientIds'>,
  { audience, email }: { readonly audience: string; readonly email: string | undefined },
): string | undefined => (socialLinkingClientIds.includes(audience) ? email : undefined);
