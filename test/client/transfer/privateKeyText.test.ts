import { expect, test } from 'vitest';
import { readPrivateKey, writePrivateKey } from '../../../src/client/transfer/privateKeyText.js';
import { toBase58 } from '../../../src/crypto/base58.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';

// The first account of "abandon … about", and RFC 8032's first test.
const ethereum = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';
const solana = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const solanaPublic = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

test.each([
  ['hex', ethereum],
  ['hex with its mark', `0x${ethereum}`],
  ['hex in capitals, with spaces around', ` 0X${ethereum.toUpperCase()}\n`],
])('a key of Ethereum is read as %s', async (_, text) => {
  const { bytes, ...told } = await readPrivateKey(text);
  expect(toHex(bytes)).toBe(ethereum);
  expect(told).toEqual({
    curve: 'CURVE_SECP256K1',
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  });
});

test.each([
  ['a seed', toBase58(fromHex(solana))],
  ['a seed and its public key', toBase58(fromHex(solana + solanaPublic))],
])('a key of Solana is read as %s', async (_, text) => {
  const { bytes, curve, address } = await readPrivateKey(text);
  expect(toHex(bytes)).toBe(solana);
  expect({ curve, address }).toEqual({ curve: 'CURVE_ED25519', address: toBase58(fromHex(solanaPublic)) });
});

test.each([
  ['nothing', ''],
  ['a digit too few', ethereum.slice(1)],
  ['zero', '0'.repeat(64)],
  ['the order of the curve', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ['words', 'legal winner thank'],
  ['a seed with the public key of another', toBase58(fromHex(solana + ethereum))],
  ['base58 of 31 bytes', toBase58(fromHex(solana.slice(2)))],
])('%s is no private key, and the typed text is not repeated in the error', async (_, text) => {
  const error: Error = await readPrivateKey(text).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: 'PRIVATE_KEY_INVALID' });
  if (text !== '') expect(`${error.message}${error.cause ?? ''}`).not.toContain(text);
});

test('a key is written as wallets take it', async () => {
  expect(await writePrivateKey(fromHex(ethereum), 'hex')).toBe(`0x${ethereum}`);
  expect(await writePrivateKey(fromHex(solana), 'solana')).toBe(toBase58(fromHex(solana + solanaPublic)));
});
