import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitKeyOf } from '../../../../src/service/configuration/limitKey.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { ask, codeOf, guess, logInWith, wrongTries } from '../../../support/guesses.js';
import { databases } from '../../../support/stores.js';
import { tickingClock } from '../../../support/tickingClock.js';

describe('A-58: what limits count by', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
    ['a.d.a@gmail.com', 'ada@gmail.com'],
    ['a.da+x.y@googlemail.com', 'ada@gmail.com'],
    ['a.d.a@notgmail.com', 'a.d.a@notgmail.com'],
    ['+tag@example.com', '@example.com'],
  ])('of %s is %s', (email, key) => {
    expect(limitKeyOf('OTP_TYPE_EMAIL', email)).toBe(key);
  });

  test.each([
    ['+442071838750', '+442071838750'],
    ['+4402071838750', '+442071838750'],
    ['+49000301234567', '+49301234567'],
    ['+3530861234567', '+353861234567'],
    ['+15550100', '+15550100'],
    ['+9990123456', '+9990123456'],
  ])('of %s is %s', (phone, key) => {
    expect(limitKeyOf('OTP_TYPE_SMS', phone)).toBe(key);
  });
});

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  beforeEach(async () => {
    const config = { allowedAuthMethods: ['email' as const, 'sms' as const] };
    service = await createTestService({ store: await open(), clock: tickingClock(), config });
  });
  afterEach(() => service.close());

  test('A-58: fifty spellings of one mailbox get no more codes than one', async () => {
    let sent = 0;
    for (let spelling = 0; spelling < 50; spelling += 1) {
      const contact = spelling % 2 === 0 ? `a.da+${spelling}@gmail.com` : `ad.a+${spelling}@googlemail.com`;
      if (typeof (await ask(service, { contact, address: `10.0.0.${spelling}` })) !== 'number') sent += 1;
    }
    expect(sent).toBe(10);
    for (let spelling = 0; spelling < 3; spelling += 1)
      await codeOf(service, { contact: `bob+${spelling}@example.com` });
    expect(await ask(service, { contact: 'bob@example.com' })).toBe(600);
  });

  test('A-58: a zero after the calling code does not bypass the limits of a number', async () => {
    for (const contact of ['+4915112345678', '+49015112345678', '+490015112345678']) await codeOf(service, { contact });
    expect(await ask(service, { contact: '+4915112345678' })).toBe(600);
  });

  test('A-58: wrong tries of one mailbox count together, and messages, look-ups and records use the contact itself', async () => {
    await guess(service, 2, { contact: 'ada+a@example.com' });
    await guess(service, 1, { contact: 'ada@example.com', address: '10.0.0.1' });
    expect(await wrongTries(service.service.tools.store, 'ada@example.com')).toBe(3);
    const code = await codeOf(service, { contact: 'ada+b@example.com', address: '10.0.0.2' });
    await logInWith(service, code);
    const { db } = service.service.tools.store;
    expect(await db.selectFrom('contacts').select('contact').execute()).toEqual([{ contact: 'ada+b@example.com' }]);
    expect(service.inbox.list('ada+b@example.com')).toHaveLength(1);
  });

  test('A-58: a code for one spelling invalidates none for another', async () => {
    const first = await codeOf(service, { contact: 'ada+a@example.com' });
    for (let spelling = 0; spelling < 2; spelling += 1)
      await codeOf(service, { contact: `ada+${spelling}@example.com` });
    service.clock.advanceMs(299_000);
    await codeOf(service, { contact: 'ada+z@example.com', address: '10.0.0.1' });
    expect(await logInWith(service, first)).toMatch(/\./);
  });
});
