import { emailAuth, initUserEmailRecovery, recoverUser } from '../../../../src/contract/mailKeys.js';
import { initOtpAuth, otpAuth } from '../../../../src/contract/otpAuth.js';
import { createReadWriteSession } from '../../../../src/contract/sessions.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { keyIn, mailedBundle, newTarget } from '../../../support/mailedKeys.js';
import { done, rootOf } from '../../../support/parties.js';
import { createPasskey } from '../../../support/passkey.js';
import { ask, signUp } from '../../../support/wire.js';

/** A person comes in by a mail that the parent starts, twice, and back by another. */
export async function mailKeysFlow(test: TestService): Promise<void> {
  const email = 'bymail@example.com';
  const by = await signUp(test, email);
  const { organizationId, userId } = by;
  const { key } = await rootOf(test);
  const { target, targetPublicKey } = await newTarget();
  const request = { email, targetPublicKey, emailCustomization: { appName: 'App' } };
  for (let sent = 0; sent < 2; sent += 1)
    await done(test, { key, organizationId }, emailAuth, { ...request, invalidateExisting: true });
  await ask(test, await keyIn(await mailedBundle(test, email), target), whoami, { organizationId });
  await done(test, { key, organizationId }, initUserEmailRecovery, request);
  const recovery = { key: await keyIn(await mailedBundle(test, email), target), organizationId };
  const authenticator = await (await createPasskey()).register();
  await done(test, recovery, recoverUser, { userId, authenticator });
  await done(test, by, createReadWriteSession, { targetPublicKey, invalidateExisting: true });
  const there = { key, organizationId };
  const { otpId } = await done(test, there, initOtpAuth, { otpType: 'OTP_TYPE_EMAIL', contact: email, appName: 'App' });
  await test.service.deliver();
  const typed = { otpId, otpCode: test.inbox.lastCode(email) ?? '', targetPublicKey, invalidateExisting: true };
  await done(test, there, otpAuth, typed);
  const texts = { otpType: 'OTP_TYPE_SMS', contact: '+14155550199', appName: 'App' } as const;
  await done(test, there, initOtpAuth, texts).catch(() => {});
}
