import type { ActivityRow, QueryRow } from '../../src/contract/row.js';
import { utf8 } from '../../src/crypto/bytes.js';
import type { SigningKey } from '../../src/crypto/p256.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';
import type { Sent } from '../../test/support/live/ledger.js';

/** A stamped query. */
export async function queryOf(key: SigningKey, row: QueryRow | ActivityRow, request: object): Promise<Sent> {
  const body = JSON.stringify(request);
  const { name, value } = await keyStamper(key).stamp(utf8(body));
  return { kind: row.name, path: row.path, headers: { [name]: value }, body };
}
