import { expect, test } from 'vitest';
import { countries } from '../../../src/login/countries.js';
import { callingCodeOf } from '../../../src/service/configuration/callingCode.js';

test('the calling code is found, whatever its length', () => {
  expect(callingCodeOf('+15550100')).toBe('1');
  expect(callingCodeOf('+442071838750')).toBe('44');
  expect(callingCodeOf('+37061234567')).toBe('370');
  expect(callingCodeOf('+881612345678')).toBe('881');
  expect(callingCodeOf('+97912345678')).toBe('979');
});

test('an unassigned code is none', () => {
  for (const code of ['210', '259', '280', '384', '422', '693', '809', '830', '851', '890', '978', '990', '999']) {
    expect(callingCodeOf(`+${code}1234567`), code).toBeUndefined();
  }
});

test('every country that the phone field offers has its code here', () => {
  for (const { code, dial } of countries) expect(callingCodeOf(`+${dial}1234567`), code).toBe(dial);
});
