import { describe, expect, test } from 'vitest';
import { inboxOf, meantAddress } from '../../../src/components/login/mailHosts.js';

describe('the address that was meant', () => {
  test.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmai.com', 'ada@gmail.com'],
    ['ada@gmaill.com', 'ada@gmail.com'],
    ['ada@gnail.com', 'ada@gmail.com'],
    ['Ada.Lovelace@Hotmial.com', 'Ada.Lovelace@hotmail.com'],
    ['ada@iclod.com', 'ada@icloud.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@outlok.com', 'ada@outlook.com'],
  ])('is found by one slip: %s', (typed, meant) => expect(meantAddress(typed, false)).toBe(meant));

  test.each([
    ['the host itself', 'ada@gmail.com'],
    ['the host in capitals', 'ada@GMAIL.COM'],
    ['a host of its own one character away', 'ada@mail.com'],
    ['another such', 'ada@email.com'],
    ['a third', 'ada@ymail.com'],
    ['a company', 'ada@acme.example'],
    ['a short domain', 'ada@ml.com'],
    ['no address yet', 'ada'],
    ['nobody at a host', '@gmial.com'],
    ['two slips', 'ada@gmiall.com'],
  ])('is what was typed: %s', (_, typed) => expect(meantAddress(typed, true)).toBeUndefined());

  test('is told of the beginning of a host only when the person has left the field', () => {
    expect(meantAddress('ada@gmail.co', false)).toBeUndefined();
    expect(meantAddress('ada@gmail.co', true)).toBe('ada@gmail.com');
  });
});

test('the inbox of a large host is found, and no other', () => {
  expect(inboxOf('ada@Gmail.com')).toEqual({ name: 'Gmail', url: 'https://mail.google.com/' });
  expect(inboxOf('ada@hotmail.fr')?.name).toBe('Outlook');
  expect(inboxOf('ada@web.de')).toBeUndefined();
  expect(inboxOf('ada@acme.example')).toBeUndefined();
});
