import { expect, test } from 'vitest';
import { refusalOfFailure } from '../../src/service/failure.js';
import { storeErrorOf } from '../../src/service/store/storeError.js';

/** What is logged of an error of a driver, and what the caller is told. */
function told(cause: unknown) {
  const lines: unknown[] = [];
  const { code } = refusalOfFailure(storeErrorOf(cause), (line, details) => lines.push([line, details]));
  return { code, lines };
}

test('A failure of the database is logged with its driver’s code, and with nothing that a value could stand in.', () => {
  const failed = (code: string, driverCode: string) => ({
    code: 'UNAVAILABLE',
    lines: [['store failed', { code, driverCode }]],
  });
  const message = 'duplicate key: (a@example.com)';
  expect(told(Object.assign(new Error(message), { code: '23505' }))).toEqual(failed('STORE_FAILED', '23505'));
  expect(told(Object.assign(new Error(message), { code: 'ECONNREFUSED' }))).toEqual(
    failed('STORE_UNAVAILABLE', 'ECONNREFUSED'),
  );
  expect(told(Object.assign(new Error(message), { code: message }))).toEqual(failed('STORE_FAILED', ''));
  expect(told(new Error('database is locked'))).toEqual(failed('STORE_BUSY', ''));
});
