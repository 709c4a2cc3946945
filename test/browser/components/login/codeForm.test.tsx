import { expect, test } from 'vitest';
import { createClient } from '../../../../src/client/createClient.js';
import { loginWithOtp } from '../../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../../src/client/flows/requestOtp.js';
import { logout } from '../../../../src/client/session/logout.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { openLogin } from './openLogin.js';

const ada = 'ada@example.com';

/** A hundred wrong tries of strangers at a contact, a moment ago. */
async function guessedAt({ service, organizationId, clock }: TestService, contact: string): Promise<void> {
  const { db } = service.tools.store;
  const times = JSON.stringify(Array.from({ length: 100 }, () => clock()));
  const place = { organization_id: organizationId, limit_key: contact, counted: 'strangers' };
  await db
    .insertInto('wrong_tries')
    .values({ ...place, times, expires_at_ms: clock() + 1_000_000 })
    .execute();
}

const slots = (form: HTMLFormElement) => form.querySelectorAll('[data-part="slot"]').length;

test('A-49: a code that is longer than the configuration’s gets a field of its own length', async () => {
  const { service, form, code, askFor, codeFor, type, isIn } = await openLogin();
  await guessedAt(service, ada);
  await askFor(ada);
  expect(codeFor(ada)).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
  expect(slots(form)).toBe(9);
  await expect.element(code).toHaveAttribute('inputmode', 'text');
  expect(form.textContent).toContain('9-character code');
  await type(codeFor(ada).toLowerCase());
  await isIn();
});

test('A-49: a longer code that is sent after a short one gets a field of its length, too', async () => {
  const { service, form, code, askFor, codeFor, button, type, isIn } = await openLogin();
  await askFor(ada);
  expect(slots(form)).toBe(6);
  await guessedAt(service, ada);
  service.clock.advanceMs(30_000);
  await button('Send a new code').click();
  await expect.poll(() => slots(form)).toBe(9);
  await expect.element(code).toHaveAttribute('inputmode', 'text');
  await code.click();
  await type(codeFor(ada));
  await isIn();
  const { db } = service.service.tools.store;
  const tries = await db.selectFrom('otp_codes').select('tries').execute();
  expect(tries.map((row) => row.tries)).toEqual([0, 0]);
});

test('A-49: a browser in which a person has logged in keeps its device token, and gets the short code under attack', async () => {
  const { service, form, askFor, codeFor, type, isIn } = await openLogin();
  const client = createClient(service.settings);
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: ada });
  await loginWithOtp(client, { otpIds: [otpId], otpCode: codeFor(ada) });
  await logout(client);
  const kept = Object.entries(localStorage).filter(([name]) => name.startsWith('latchkey.devices.'));
  expect(kept).toHaveLength(1);
  await guessedAt(service, ada);
  await askFor(ada);
  expect(slots(form)).toBe(6);
  expect(form.innerHTML).not.toContain(kept[0]?.[1] ?? '');
  await type(codeFor(ada));
  await isIn();
});
