import { expect, test } from 'vitest';
import { holdSecret } from '../../../src/client/transfer/heldSecret.js';
import { type Bytes, fromUtf8, utf8 } from '../../../src/crypto/bytes.js';

const isOverwritten = (bytes: Bytes) => bytes.every((byte) => byte === 0);

test('a secret’s bytes are overwritten once it is held, and after each time that it is read', async () => {
  const secret = utf8('a secret');
  const lent: Bytes[] = [];
  const held = await holdSecret(secret, (bytes) => {
    lent.push(bytes);
    return fromUtf8(bytes);
  });
  expect(isOverwritten(secret)).toBe(true);
  for (let times = 0; times < 2; times += 1) expect(await held.read((text) => text)).toBe('a secret');
  const failing = held.read(() => {
    throw new Error('It could not be shown.');
  });
  await expect(failing).rejects.toThrow('It could not be shown.');
  expect(lent).toHaveLength(3);
  expect(lent.every(isOverwritten)).toBe(true);
});

test('what cannot be shown is overwritten, too', async () => {
  const lent: Bytes[] = [];
  const held = await holdSecret(utf8('a secret'), (bytes) => {
    lent.push(bytes);
    throw new Error('It is none.');
  });
  await expect(held.read(() => {})).rejects.toThrow('It is none.');
  expect(lent.map(isOverwritten)).toEqual([true]);
});

test('a secret that was forgotten cannot be read', async () => {
  const held = await holdSecret(utf8('a secret'), fromUtf8);
  held.forget();
  await expect(held.read((text) => text)).rejects.toThrow('forgotten');
});
