import { describe, expect, test } from 'vitest';
import { getAuthProxyConfig } from '../../../../src/contract/authProxy.queries.js';
import { initOtp } from '../../../../src/contract/otp.js';
import { drawCode, hashCode, isCode } from '../../../../src/service/coordinator/codes/otpCode.js';
import { portablePrimitives } from '../../../../src/service/primitives.js';
import { createTestService } from '../../../../src/testing/createTestService.js';
import { rootOf } from '../../../support/parties.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { ask, codeFor } from '../../../support/wire.js';

/** Every byte once, from 0 to 255, over and over. */
function everyByte() {
  let next = 0;
  return (length: number) => Uint8Array.from({ length }, () => next++ % 256);
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const stored = {
  organization_id: 'o',
  otp_id: 'i',
  salt: '00'.repeat(16),
  alphanumeric: 0 as 0 | 1,
};
const primitives = await portablePrimitives();
const pepper = { primitives, codePepper: new Uint8Array(32).fill(1), olderCodePeppers: [] };

describe('T-14 how a code is drawn', () => {
  test('T-14: each character gets the same share of all bytes, and bytes that would favour some are discarded', () => {
    for (const { alphanumeric, characters, share } of [
      { alphanumeric: false, characters: '0123456789', share: 25 },
      { alphanumeric: true, characters: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', share: 8 },
    ]) {
      const drawn = drawCode(everyByte(), { length: characters.length * share, alphanumeric });
      const counts = Object.fromEntries(
        [...characters].map((character) => [character, drawn.split(character).length - 1]),
      );
      expect(counts).toEqual(Object.fromEntries([...characters].map((character) => [character, share])));
    }
  });

  test('T-14: a source that gives nothing usable is read again', () => {
    const answers = [new Uint8Array(6).fill(255), new Uint8Array(6).fill(250), new Uint8Array(6).fill(7)];
    expect(drawCode(() => answers.shift() ?? new Uint8Array(), { length: 6, alphanumeric: false })).toBe('777777');
  });

  test('leading zeros are kept', () => {
    expect(drawCode((length) => new Uint8Array(length), { length: 6, alphanumeric: false })).toBe('000000');
  });
});

describe('T-13 what is stored of a code', () => {
  test('T-13: its hash needs the pepper, and is bound to organization, code id and salt', async () => {
    const hash = await hashCode(pepper, stored, '428117');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const others = [
      hashCode({ ...pepper, codePepper: new Uint8Array(32).fill(2) }, stored, '428117'),
      hashCode(pepper, { ...stored, organization_id: 'p' }, '428117'),
      hashCode(pepper, { ...stored, otp_id: 'j' }, '428117'),
      hashCode(pepper, { ...stored, salt: '11'.repeat(16) }, '428117'),
      hashCode(pepper, stored, '428118'),
    ];
    expect(new Set([hash, ...(await Promise.all(others))]).size).toBe(6);
  });

  test('a code matches itself and no other typed text', async () => {
    const row = { ...stored, code_hash: await hashCode(pepper, stored, '428117') };
    expect(await isCode(pepper, row, '428117')).toBe(true);
    for (const typed of [
      '428118',
      '42811',
      '4281177',
      '',
      ' 428117',
      '428117 ',
      '４２８１１７',
      '428117\n',
      '4.28117e5',
    ]) {
      expect(await isCode(pepper, row, typed), JSON.stringify(typed)).toBe(false);
    }
  });

  test('letters are read in either case, O as 0, I and L as 1', async () => {
    const letters = { ...stored, alphanumeric: 1 as const };
    const row = { ...letters, code_hash: await hashCode(pepper, letters, 'A01BCXYZ9') };
    for (const typed of ['A01BCXYZ9', 'a01bcxyz9', 'aOIbcxyz9', 'aolbcxyz9', 'AoLBCXYZ9']) {
      expect(await isCode(pepper, row, typed), typed).toBe(true);
    }
    for (const typed of ['A01BCXYZ8', 'U01BCXYZ9', 'A01BCXY29']) expect(await isCode(pepper, row, typed)).toBe(false);
  });
});

describe('T-12 the length of a code', () => {
  test('T-12: is a whole number from 6 to 9, in the configuration and in the activity', async () => {
    const service = await createTestService({ clock: tickingClock() });
    const direct = { otpType: 'OTP_TYPE_EMAIL' as const, contact: 'ada@example.com', appName: 'Acme' };
    for (const otpLength of [5, 10, 0, -6, 6.5, 1e9, '6', '6 ', true, [6], { length: 6 }] as number[]) {
      await expect(service.configure({ otpLength }), String(otpLength)).rejects.toThrow('REQUEST_INVALID');
      await expect(service.asRoot(initOtp, { ...direct, otpLength }), String(otpLength)).rejects.toThrow(
        'REQUEST_INVALID',
      );
    }
    const { key } = await rootOf(service);
    const { authProxyConfig } = await ask<{ authProxyConfig: { otpLength: number } }>(
      service,
      key,
      getAuthProxyConfig,
      {
        organizationId: service.organizationId,
      },
    );
    expect(authProxyConfig.otpLength).toBe(6);
    await service.close();
  });

  test('T-12: is as configured, in either alphabet', async () => {
    const service = await createTestService({ clock: tickingClock() });
    for (const [otpLength, otpAlphanumeric, form] of [
      [6, false, /^\d{6}$/],
      [7, false, /^\d{7}$/],
      [8, true, /^[0-9A-HJKMNP-TV-Z]{8}$/],
      [9, true, /^[0-9A-HJKMNP-TV-Z]{9}$/],
    ] as const) {
      await service.configure({ otpLength, otpAlphanumeric });
      expect((await codeFor(service, `ada${otpLength}@example.com`)).otpCode).toMatch(form);
    }
    await service.close();
  });

  test('an activity without a requested form gets nine characters of both kinds', async () => {
    const service = await createTestService();
    await service.asRoot(initOtp, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'Acme' });
    expect(service.inbox.lastCode('ada@example.com')).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
    await service.close();
  });
});

test('T-14: all randomness comes from the given source', () => {
  expect(drawCode(random, { length: 9, alphanumeric: true })).not.toBe(
    drawCode(random, { length: 9, alphanumeric: true }),
  );
});
