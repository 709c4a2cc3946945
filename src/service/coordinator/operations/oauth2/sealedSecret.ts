import { refused } from '../../../../contract/refusals.js';
import { BundleError } from '../../../../crypto/bundleError.js';
import { type Bytes, utf8 } from '../../../../crypto/bytes.js';
import { openClientSecret } from '../../../../crypto/clientSecret.js';
import { openingTrustKey } from '../../../configuration/trustKeys.js';
import { withSecret } from '../../../wipe.js';
import type { Preparation, RequestedBy } from '../../engine/handler.js';
import { clientSecretPlace } from '../../records/oauth2.js';

/**
 * The client secret of an envelope, sealed as it is kept.
 *
 * @throws {RefusedError} CLIENT_SECRET_UNREADABLE
 */
export async function sealedClientSecret(
  { tools, read }: Preparation,
  { organization }: RequestedBy,
  { credentialId, encryptedClientSecret }: { readonly credentialId: string; readonly encryptedClientSecret: string },
): Promise<Bytes> {
  const secret = await read((db) =>
    openingTrustKey(tools, db, organization, (key) => openClientSecret(encryptedClientSecret, key)),
  ).catch((error: unknown) => {
    throw error instanceof BundleError ? refused('CLIENT_SECRET_UNREADABLE', { cause: error }) : error;
  });
  // A header of the request to the provider holds it.
  if (!/^[\x20-\x7e]{1,4096}$/.test(secret)) throw refused('CLIENT_SECRET_UNREADABLE');
  const place = clientSecretPlace(organization.organization_id, credentialId);
  return withSecret(utf8(secret), (plain) => tools.sealer.seal(place, plain));
}
