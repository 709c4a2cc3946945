import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { toHex } from '../../../src/crypto/hex.js';
import { createSealer, type MasterKey } from '../../../src/service/vault/seal.js';

const random = (length: number) => new Uint8Array(randomBytes(length));
const masterKey = (id: string): MasterKey => ({ id, key: random(32) });
const sealer = (...masterKeys: MasterKey[]) => createSealer({ masterKeys, random });

const place = { organizationId: 'org-1', purpose: 'accountKey', id: 'account-1' };
const secret = utf8('a secret key of thirty-two bytes');

describe('what was sealed', () => {
  test('opens at its own place', async () => {
    const { seal, open } = await sealer(masterKey('k1'));
    expect(await open(place, await seal(place, secret))).toEqual(secret);
    expect(await open(place, await seal(place, new Uint8Array()))).toEqual(new Uint8Array());
  });

  test.each([
    ['organization', { ...place, organizationId: 'org-2' }],
    ['purpose', { ...place, purpose: 'outbox' }],
    ['row', { ...place, id: 'account-2' }],
    ['place, whose parts read alike in a row', { ...place, organizationId: 'org-1a', id: 'ccount-1' }],
  ])('does not open in another %s', async (_, elsewhere) => {
    const { seal, open } = await sealer(masterKey('k1'));
    const sealed = await seal(place, secret);
    await expect(open(elsewhere, sealed)).rejects.toMatchObject({ code: 'SEAL_OPEN_FAILED' });
  });

  test('does not open when any of its bytes is altered or missing', async () => {
    const { seal, open } = await sealer(masterKey('k1'));
    const sealed = await seal(place, secret);
    for (let at = 0; at < sealed.length; at++) {
      const altered = sealed.map((byte, index) => (index === at ? byte ^ 1 : byte));
      await expect(open(place, altered)).rejects.toMatchObject({ code: expect.stringMatching(/^SEAL_/) });
      await expect(open(place, sealed.slice(0, at))).rejects.toMatchObject({ code: expect.stringMatching(/^SEAL_/) });
    }
  });

  test('is another text each time, and does not show the secret', async () => {
    const { seal } = await sealer(masterKey('k1'));
    const [one, other] = [await seal(place, secret), await seal(place, secret)];
    expect(one).not.toEqual(other);
    expect(toHex(one)).not.toContain(toHex(secret));
  });

  test('can be opened by another program that knows the format', async () => {
    const key = masterKey('k1');
    const { seal } = await sealer(key);
    const sealed = await seal(place, secret);
    expect(fromUtf8(sealed.slice(0, 4))).toBe('\x01\x02k1');

    const purposeKey = hkdfSync('sha256', key.key, '', 'latchkey/seal/1/accountKey', 32);
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(purposeKey), sealed.slice(4, 16));
    decipher.setAAD(utf8('\x01\0\0\0\x0aaccountKey\0\0\0\x05org-1\0\0\0\x09account-1'));
    decipher.setAuthTag(sealed.slice(-16));
    expect(Buffer.concat([decipher.update(sealed.slice(16, -16)), decipher.final()])).toEqual(Buffer.from(secret));
  });
});

describe('a master key', () => {
  test('can be replaced: the new one seals, the old one still opens', async () => {
    const [before, after] = [masterKey('2026-01'), masterKey('2026-02')];
    const old = await (await sealer(before)).seal(place, secret);
    const both = await sealer(after, before);
    expect(await both.open(place, old)).toEqual(secret);
    const fresh = await both.seal(place, secret);
    expect(await (await sealer(after)).open(place, fresh)).toEqual(secret);
    await expect((await sealer(after)).open(place, old)).rejects.toMatchObject({ code: 'SEAL_KEY_UNKNOWN' });
  });

  test('of the same id but other bytes does not open', async () => {
    const sealed = await (await sealer(masterKey('k1'))).seal(place, secret);
    await expect((await sealer(masterKey('k1'))).open(place, sealed)).rejects.toMatchObject({
      code: 'SEAL_OPEN_FAILED',
    });
  });

  test.each<[string, MasterKey[]]>([
    ['none', []],
    ['one of 31 bytes', [{ id: 'k1', key: random(31) }]],
    ['one of 16 bytes', [{ id: 'k1', key: random(16) }]],
    ['one without an id', [masterKey('')]],
    ['one with an id of 256 bytes', [masterKey('k'.repeat(256))]],
    ['two of one id', [masterKey('k1'), masterKey('k1')]],
  ])('is refused: %s', async (_, masterKeys) => {
    await expect(sealer(...masterKeys)).rejects.toMatchObject({ code: 'MASTER_KEYS_INVALID' });
  });

  test('is left as it was', async () => {
    const key = masterKey('k1');
    const copy = key.key.slice();
    await sealer(key);
    expect(key.key).toEqual(copy);
  });
});
