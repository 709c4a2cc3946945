import type { Kysely } from 'kysely';
import { type RefusedError, refused } from '../../../contract/refusals.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Tables } from '../../store/schema.js';
import type { StampedWith } from './credentialStamp.js';
import { isPasskey } from './passkeyStamp.js';
import { isReadOnlySession } from './readOnlySession.js';

type Unknown = StampedWith & { readonly organizationId: string };

/**
 * The refusal of a stamp whose credential neither the named organization nor its parent has. Whether that organization exists is told to a
 * verified stamp alone: a passkey's needs its public key, and a read-only session is none.
 *
 * @see docs/wire.md 2.6
 */
export async function unknownCaller(db: Kysely<Tables>, stamped: Unknown): Promise<RefusedError> {
  if (isPasskey(stamped)) return refused('CREDENTIAL_NOT_FOUND');
  if (isReadOnlySession(stamped)) return refused('PUBLIC_KEY_NOT_FOUND');
  const [there] = await organizations(db, stamped);
  return refused(there ? 'PUBLIC_KEY_NOT_FOUND' : 'ORGANIZATION_NOT_FOUND');
}

const organizations = prepared((db, value: ValueOf<Unknown>) =>
  db.selectFrom('organizations').select('organization_id').where('organization_id', '=', value('organizationId')),
);
