import type { Bytes } from '../../crypto/bytes.js';
import { isSecretKey } from '../../crypto/derivation/scalar.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { groupOrder as p256Order } from '../../crypto/p256Curve.js';
import type { ServiceSecrets } from '../secrets/givenSecrets.js';
import type { MasterKey } from '../vault/seal.js';
import { type MalformedVariable, type Reading, required, together, type Variables } from './reading.js';

/**
 * The three secrets of a service, each from a variable or from the file of `<NAME>_FILE`, and each a list of which the first
 * makes, and all open and check: `LATCHKEY_MASTER_KEY` 64 hex digits, or `id:hex` for a key that was given an id of its own;
 * `LATCHKEY_CODE_PEPPER` 64 hex digits; `LATCHKEY_PROXY_KEY` a P-256 private key in 64 hex digits.
 */
export function readSecrets(variables: Variables): Reading<ServiceSecrets> {
  const reading = together({
    masterKeys: required(
      variables,
      'LATCHKEY_MASTER_KEY',
      list(masterKey),
      'it seals keys and messages in the database',
    ),
    codePeppers: required(variables, 'LATCHKEY_CODE_PEPPER', list(secret), 'it keys the hashes of one-time codes'),
    proxyKeys: required(variables, 'LATCHKEY_PROXY_KEY', list(privateKey), "it opens the auth proxy's own API keys"),
  });
  if ('faults' in reading) return reading;
  const [codePepper, ...olderCodePeppers] = reading.value.codePeppers;
  const [proxyKey, ...olderProxyKeys] = reading.value.proxyKeys;
  return {
    value: { masterKeys: reading.value.masterKeys, codePepper, olderCodePeppers, proxyKey, olderProxyKeys },
  };
}

/** An organization's root API key, in hex, which the service itself never has. */
export function readRootKey(variables: Variables): Reading<string> {
  const reading = required(
    variables,
    'LATCHKEY_ROOT_KEY',
    privateKey,
    "the root user's private key, from latchkey keygen",
  );
  return 'faults' in reading ? reading : { value: toHex(reading.value) };
}

type AtLeastOne<T> = readonly [T, ...T[]];

/** A list of values between commas, no two with the same id, or without one the same. */
function list<T extends object>(
  read: (entry: string) => T | MalformedVariable,
): (text: string) => AtLeastOne<T> | MalformedVariable {
  return (text) => {
    const entries = text.split(',').map((entry) => entry.trim());
    const values: T[] = [];
    for (const entry of entries) {
      const value = read(entry);
      if (isMalformed(value)) return value;
      values.push(value);
    }
    const names = new Set(entries.map((entry) => entry.replace(/:.*/, '').toLowerCase()));
    const [first, ...others] = values;
    return first === undefined || names.size < entries.length
      ? { malformed: 'names one of its keys twice' }
      : [first, ...others];
  };
}

const isMalformed = (value: object): value is MalformedVariable => 'malformed' in value;

function masterKey(entry: string): MasterKey | MalformedVariable {
  const [, id, hex = ''] = /^(?:([\w.-]{1,64}):)?([^:]*)$/.exec(entry) ?? [];
  const key = secret(hex);
  if (isMalformed(key)) return key;
  return id === undefined ? { key } : { id, key };
}

/** Of 32 random bytes at least this many differ from one another; fewer, one time in 10^24. */
const fewestDistinctBytes = 12;

function secret(hex: string): Bytes | MalformedVariable {
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) return { malformed: 'must be 32 random bytes in 64 hex digits' };
  const bytes = fromHex(hex);
  return new Set(bytes).size < fewestDistinctBytes ? { malformed: 'is not random: it could be guessed' } : bytes;
}

function privateKey(hex: string): Bytes | MalformedVariable {
  const bytes = secret(hex);
  if (isMalformed(bytes) || isSecretKey(bytes, p256Order)) return bytes;
  return { malformed: 'is not a P-256 private key: it is not below the order of the curve' };
}
