import { randomBytes } from 'node:crypto';
import { afterEach } from 'vitest';
import type { Bytes } from '../../../src/crypto/bytes.js';
import type { StorePlace } from '../../../src/service/node/environment.js';
import type { Store } from '../../../src/service/store/store.js';
import type { Released } from '../store/released/released.js';

const open: Store[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** Opened, and closed after the test. */
export async function opened(opener: () => Promise<Store>): Promise<Store> {
  const store = await opener();
  open.push(store);
  return store;
}

/** A secret below the order of P-256, so that it can be any of the three. */
export function fresh(): Bytes {
  const bytes = new Uint8Array(randomBytes(32));
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes;
}

/** Where a command finds the database. */
export const placeOf = ({
  variables: { DATABASE_URL: postgresUrl, LATCHKEY_DATA: folder = '' },
}: Released): StorePlace => (postgresUrl ? { postgresUrl, poolSize: 4 } : { folder });
