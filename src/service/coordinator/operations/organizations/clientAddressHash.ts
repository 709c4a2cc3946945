import { utf8 } from '../../../../crypto/bytes.js';
import { toHex } from '../../../../crypto/hex.js';
import type { Tools } from '../../../tools.js';

/** What is kept of a client address: a keyed hash, different in each organization; `null` for an unknown address. */
export async function clientAddressHash(
  { codePepper, primitives }: Pick<Tools, 'codePepper' | 'primitives'>,
  organizationId: string,
  clientAddress: string,
): Promise<string | null> {
  if (clientAddress === '') return null;
  return toHex(
    (await primitives.hmacSha256(codePepper, utf8(`client address/${organizationId}/${clientAddress}`))).subarray(
      0,
      16,
    ),
  );
}
