import { type Bytes, fromUtf8, utf8 } from '../../crypto/bytes.js';
import type { Row } from '../store/schema.js';
import { sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import type { Sealer } from '../vault/seal.js';
import { withSecret } from '../wipe.js';

type Place = Pick<Row<'auth_proxy_configs'>, 'organization_id' | 'config_id'>;

/** The secret key of a configuration's captchas, as it is kept. */
export const sealTurnstileSecret = (sealer: Sealer, place: Place, secretKey: string): Promise<Bytes> =>
  withSecret(utf8(secretKey), (plain) => sealer.seal(placeOf(place), plain));

/** Lends the secret key to `use`. @throws {SealError} */
export async function withTurnstileSecret<Used>(
  sealer: Sealer,
  place: Place,
  sealed: Bytes,
  use: (secretKey: string) => Promise<Used>,
): Promise<Used> {
  return withSecret(await sealer.open(placeOf(place), sealed), (opened) => use(fromUtf8(opened)));
}

const placeOf = ({ organization_id, config_id }: Place) =>
  sealedPlace(sealedColumns.turnstileSecretKey, organization_id, config_id);
