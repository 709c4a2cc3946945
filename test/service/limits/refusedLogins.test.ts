import { expect, test } from 'vitest';
import { createRefusedLogins, type RefusedLogin } from '../../../src/service/limits/refusedLogins.js';

const organizationId = '11111111-1111-4111-8111-111111111111';
const rest = { organizationId, step: 'otp_init', atMs: 0 };
const page = (origin: string): RefusedLogin => ({
  ...{ ...rest, about: { kind: 'origin', origin }, by: 'origins', code: 'ORIGIN_NOT_ALLOWED' },
});
const login: RefusedLogin = {
  ...{ ...rest, by: 'strangers', code: 'TOO_MANY_CODES' },
  about: { kind: 'contact', otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' },
};

test('pages of refused origins hide no refused login of the same address, and are two a minute of it', () => {
  let nowMs = 0;
  const noted = createRefusedLogins(() => nowMs);
  const found: RefusedLogin[] = [];
  for (let second = 0; second < 60; second += 5) {
    noted.note(page(`https://other${second}.example`), '192.0.2.1');
    nowMs += 5_000;
    found.push(...noted.take());
  }
  expect(found.map(({ about }) => about.kind === 'origin' && about.origin)).toEqual([
    'https://other0.example',
    'https://other5.example',
  ]);
  noted.note(login, '192.0.2.1');
  expect(noted.take('now')).toEqual([login]);
  noted.note(page('https://other.example'), '192.0.2.2');
  expect(noted.take('now')).toHaveLength(1);
});
