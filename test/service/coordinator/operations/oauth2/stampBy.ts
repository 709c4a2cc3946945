import { utf8 } from '../../../../../src/crypto/bytes.js';
import type { SigningKey } from '../../../../../src/crypto/p256.js';
import { keyStamper } from '../../../../../src/stampers/keyStamper.js';

/** The header that stamps a body. */
export async function stampBy(key: SigningKey, body: string): Promise<Record<string, string>> {
  const { name, value } = await keyStamper(key).stamp(utf8(body));
  return { [name]: value };
}
