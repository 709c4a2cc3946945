import { expect, test } from 'vitest';
import { readSession, writeSession } from '../../src/sessions/session.js';

const session = {
  organizationId: 'organization-1',
  userId: 'ada',
  publicKey: `02${'ab'.repeat(32)}`,
  expiresAtMs: 2_000,
  openedAtMs: 1_000,
};

test('a written session reads the same', () => {
  expect(readSession(writeSession(session))).toEqual(session);
});

test.each([`04${'ab'.repeat(32)}`, `02${'AB'.repeat(32)}`, `02${'ab'.repeat(31)}`, `02${'ab'.repeat(64)}`, '', 2])(
  'a public key that is not 66 lowercase hex digits of a compressed point is not read: %j',
  (publicKey) => {
    expect(readSession(JSON.stringify({ ...session, publicKey }))).toBeUndefined();
  },
);

test('nothing is read from no text', () => {
  expect(readSession(null)).toBeUndefined();
});
