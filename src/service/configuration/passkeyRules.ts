import type { Kysely } from 'kysely';
import type { Row, Tables } from '../store/schema.js';
import { settingsFor } from './authProxyConfigs.js';

/** On which pages passkeys are made and used, and how. */
export type PasskeyRules = {
  readonly origins: readonly string[] | 'any';
  /** Whether a frame of another origin may. */
  readonly crossOrigin: boolean;
  readonly userVerification: 'preferred' | 'required';
};

/** What holds in an organization: its parent's configuration says so, or its own. */
export async function rulesFor(
  db: Kysely<Tables>,
  organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
): Promise<PasskeyRules> {
  const { allowedOrigins, passkeyCrossOrigin, passkeyUserVerification } = await settingsFor(db, organization);
  return {
    origins: allowedOrigins.includes('*') ? 'any' : allowedOrigins,
    crossOrigin: passkeyCrossOrigin,
    userVerification: passkeyUserVerification,
  };
}
