import * as v from 'valibot';
import { timestamp } from './fields.js';

/** Providers whose authorization codes the service exchanges. @see docs/wire.md 2.12 */
export const oauth2Provider = v.picklist(['OAUTH2_PROVIDER_X', 'OAUTH2_PROVIDER_DISCORD']);
export type Oauth2Provider = v.InferOutput<typeof oauth2Provider>;

/** `encryptedClientSecret` is always `[redacted]`. @see docs/wire.md 2.11 */
export const oauth2Credential = v.object({
  oauth2CredentialId: v.string(),
  organizationId: v.string(),
  provider: oauth2Provider,
  clientId: v.string(),
  encryptedClientSecret: v.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export interface Oauth2Credential extends v.InferOutput<typeof oauth2Credential> {}

/** The hash of a public key, as the token contains it. @see docs/wire.md 5.3 */
export const oauth2Nonce = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'));

/** @see RFC 7636, section 4.1 */
export const codeVerifier = v.pipe(
  v.string(),
  v.regex(/^[\w.~-]{43,128}$/, 'must have 43 to 128 unreserved characters'),
);
