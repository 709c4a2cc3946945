import type { Bytes } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';
import { groupOrder as p256Order } from '../../crypto/p256Curve.js';
import type { ServiceSecrets } from '../createService.js';
import { isSecretKey } from '../vault/scalar.js';
import type { MasterKey } from '../vault/seal.js';
import { type Malformed, type Reading, required, together, type Variables } from './reading.js';

/**
 * The three secrets of a service, each from a variable or from the file of `<NAME>_FILE`:
 * `LATCHKEY_MASTER_KEY` 64 hex digits, or a list `id:hex,id:hex` of which the first seals and all open (a key without an id is
 * called `1`); `LATCHKEY_CODE_PEPPER` 64 hex digits; `LATCHKEY_PROXY_KEY` a P-256 private key in 64 hex digits.
 */
export function readSecrets(variables: Variables): Reading<ServiceSecrets> {
  return together<ServiceSecrets>({
    masterKeys: required(variables, 'LATCHKEY_MASTER_KEY', masterKeys, 'it seals keys and messages in the database'),
    codePepper: required(variables, 'LATCHKEY_CODE_PEPPER', secret, 'it keys the hashes of one-time codes'),
    proxyKey: required(variables, 'LATCHKEY_PROXY_KEY', privateKey, "it opens the auth proxy's own API keys"),
  });
}

function masterKeys(text: string): readonly MasterKey[] | Malformed {
  if (!text.includes(':') && !text.includes(',')) {
    const key = secret(text);
    return 'malformed' in key ? key : [{ id: '1', key }];
  }
  const keys = text.split(',').map((entry) => {
    const [, id = '', hex = ''] = /^\s*([\w.-]{1,64}):([0-9a-fA-F]*)\s*$/.exec(entry) ?? [];
    return { id, key: secret(hex) };
  });
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.has('') || ids.size < keys.length) return { malformed: 'must read id:hex,id:hex with an id for each key' };
  const faulty = keys.map(({ key }) => key).find((key) => 'malformed' in key);
  return faulty === undefined ? (keys as MasterKey[]) : faulty;
}

/** Of 32 random bytes at least this many differ from one another; fewer, one time in 10^24. */
const fewestDistinctBytes = 12;

function secret(hex: string): Bytes | Malformed {
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) return { malformed: 'must be 32 random bytes in 64 hex digits' };
  const bytes = fromHex(hex);
  return new Set(bytes).size < fewestDistinctBytes ? { malformed: 'is not random: it could be guessed' } : bytes;
}

function privateKey(hex: string): Bytes | Malformed {
  const bytes = secret(hex);
  if ('malformed' in bytes || isSecretKey(bytes, p256Order)) return bytes;
  return { malformed: 'is not a P-256 private key: it is not below the order of the curve' };
}
