import { expect, test } from 'vitest';
import { initials } from '../../../src/components/account/initials.js';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Augusta Ada King', 'AK'],
  ['ada', 'A'],
  ['ada.lovelace@example.com', 'A'],
  ['élodie du bois', 'ÉB'],
  ['Ada (Work)', 'A'],
  ['山田 太郎', '山'],
  ['عائدة محمود', 'ع'],
  ['\u200f\u2068Ada\u2069', 'A'],
  ['+1 415 555 0171', ''],
  ['', ''],
])('of %j are %j', (name, letters) => expect(initials(name, 'en')).toBe(letters));

test('are capitals of the language', () => expect(initials('ilkay', 'tr')).toBe('İ'));
