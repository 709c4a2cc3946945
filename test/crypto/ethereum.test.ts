import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, test } from 'vitest';
import { fromUtf8 } from '../../src/crypto/bytes.js';
import { derFromRaw } from '../../src/crypto/der.js';
import { eip191 } from '../../src/crypto/eip191.js';
import { checksumAddress, ethereumAddress, recoverAddress, verifyEthereumMessage } from '../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { codeOf } from '../support/errors.js';
import { sharedJson, testShared, wireVector } from '../support/publishedVectors.js';

const secret = fromHex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** r‖s‖v in hex, as a wallet returns it. */
function personalSign(message: string): string {
  const digest = keccak_256(eip191(message));
  const [recovery = 0, ...rs] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  return `0x${toHex(Uint8Array.from([...rs, 27 + recovery]))}`;
}

test('a message is prefixed with the number of its bytes, not of its characters', () => {
  expect(fromUtf8(eip191('MESSAGE'))).toBe('\x19Ethereum Signed Message:\n7MESSAGE');
  expect(fromUtf8(eip191('héllo 🔑'))).toBe('\x19Ethereum Signed Message:\n11héllo 🔑');
  expect(fromUtf8(eip191(''))).toBe('\x19Ethereum Signed Message:\n0');
});

test('the address of a key is the same for both forms of the key', async () => {
  for (const compressed of [true, false]) {
    expect(await ethereumAddress(Uint8Array.from(secp256k1.getPublicKey(secret, compressed)))).toBe(address);
  }
  for (const wrong of ['', '02', `02${'ff'.repeat(32)}`, `04${'00'.repeat(64)}`]) {
    expect(await codeOf(() => ethereumAddress(fromHex(wrong)))).toBe('KEY_NOT_ON_CURVE');
  }
});

test('the signer of a message is recovered, and nobody else', async () => {
  for (const message of ['', 'MESSAGE', 'héllo 🔑', 'a\0b', 'x'.repeat(1_000)]) {
    const signature = personalSign(message);
    expect(await recoverAddress({ message, signature })).toBe(address);
    expect(await verifyEthereumMessage({ address, message, signature })).toBe(true);
    expect(await verifyEthereumMessage({ address: address.toLowerCase(), message, signature })).toBe(true);
    expect(await verifyEthereumMessage({ address, message: `${message}.`, signature })).toBe(false);
    expect(await verifyEthereumMessage({ address: `0x${'00'.repeat(20)}`, message, signature })).toBe(false);
  }
});

test('v may be 27 and 28 or, as some wallets have it, 0 and 1', async () => {
  const signature = personalSign('MESSAGE');
  const bare = signature.slice(2, -2) + (signature.endsWith('1b') ? '00' : '01');
  expect(await recoverAddress({ message: 'MESSAGE', signature: bare })).toBe(address);
});

test('a signature of another form, and the twin in the upper half, is refused', async () => {
  const signature = personalSign('MESSAGE');
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const twin = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0');
  const flipped = signature.endsWith('1b') ? '1c' : '1b';
  for (const wrong of [
    '',
    '0x',
    signature.slice(0, -2),
    `${signature}00`,
    `${signature.slice(0, -2)}1d`,
    `${signature.slice(0, -2)}02`,
    `0x${'00'.repeat(64)}1b`,
    `0x${'ff'.repeat(64)}1b`,
    `${signature.slice(0, 66)}${twin}${flipped}`,
  ]) {
    expect(await codeOf(() => recoverAddress({ message: 'MESSAGE', signature: wrong })), wrong).toBe('RAW_MALFORMED');
    expect(await verifyEthereumMessage({ address, message: 'MESSAGE', signature: wrong })).toBe(false);
  }
});

testShared(wireVector('x-stamp-eip191'), 'the signature of a public client is recovered', async (vector) => {
  const message = vector.message ?? '';
  const signature = vector.ethSignatureHex ?? '';
  const digest = Uint8Array.from(keccak_256(eip191(message)));
  expect(toHex(digest)).toBe(vector.eip191DigestHex);
  expect((await recoverAddress({ digest, signature })).toLowerCase()).toBe(vector.ethAddressFromPublicKey);
  expect((await ethereumAddress(fromHex(vector.publicKeyCompressedHex ?? ''))).toLowerCase()).toBe(
    vector.ethAddressFromPublicKey,
  );
  expect(personalSign(message)).toBe(signature);
  expect(toHex(derFromRaw(fromHex(signature.slice(2, 130))))).toBe(vector.stampSignatureDerHex);
});

testShared(
  sharedJson<string[]>('vectors/eip/eip55_addresses.json'),
  'the addresses of ERC-55 get their case',
  async (addresses) => {
    const mixed = addresses.filter((each) => each !== each.toLowerCase());
    for (const each of mixed) expect(await checksumAddress(each.toLowerCase())).toBe(each);
    expect(mixed.length).toBeGreaterThan(4);
  },
);

type EcdsaTests = {
  testGroups: {
    publicKey: { uncompressed: string };
    tests: { tcId: number; msg: string; sig: string; result: string }[];
  }[];
};

testShared(
  sharedJson<EcdsaTests>('vectors/wycheproof/ecdsa_secp256k1_sha256_p1363_test.json'),
  'a Wycheproof signature never recovers an address that it must not',
  async (file) => {
    let recovered = 0;
    for (const { publicKey, tests } of file.testGroups) {
      const owner = await ethereumAddress(fromHex(publicKey.uncompressed));
      for (const { tcId, msg, sig, result } of tests) {
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(msg)));
        const either = ['1b', '1c'].map((v) => recoverAddress({ digest, signature: sig + v }).catch(() => undefined));
        const isOwners = (await Promise.all(either)).includes(owner);
        if (isOwners) recovered++;
        expect(isOwners && result === 'invalid', `case ${tcId}`).toBe(false);
      }
    }
    expect(recovered).toBeGreaterThan(50);
  },
);
