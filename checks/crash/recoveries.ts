import { emailAuth, initUserEmailRecovery, recoverUser } from '../../src/contract/mailKeys.js';
import { initOtpAuth, otpAuth } from '../../src/contract/otpAuth.js';
import { createWallet } from '../../src/contract/wallets.js';
import type { AgreementKey, SigningKey } from '../../src/crypto/p256.js';
import { pick } from '../../test/support/chance.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, type Party, resultOf } from '../../test/support/live/wire.js';
import { keyIn, newTarget } from '../../test/support/mailedKeys.js';
import { createPasskey } from '../../test/support/passkey.js';
import type { Fixtures } from './fixtures.js';
import { ownOrganization } from './ownOrganization.js';
import { ethereum } from './person.js';

/**
 * People who lost their keys, one after the other. They get new keys by e-mail and by a code, and register a passkey with a recovery
 * key.
 */
export async function recoveries(fixtures: Fixtures): Promise<never> {
  for (;;) {
    const contacts = {
      email: `lost${fixtures.next()}@example.com`,
      phone: `+4917${String(fixtures.next()).padStart(9, '0')}`,
    };
    const reached = { userEmail: contacts.email, userPhoneNumber: contacts.phone };
    const lost: Lost = { ...(await ownOrganization(fixtures, 'Lost', reached)), ...contacts };
    await pick(fixtures.chance, [byMail, byRecovery])(fixtures, lost);
    await pick(fixtures.chance, [byCode, byRecovery])(fixtures, lost);
  }
}

type Lost = Party & { readonly email: string; readonly phone: string };

/** The app's backend, which requests the keys. */
const backend = ({ rootKey }: Fixtures, { organizationId }: Lost) => ({ key: rootKey, organizationId });

const expirationSeconds = '86400';
const emailCustomization = { appName: 'Check' };

async function byMail(fixtures: Fixtures, lost: Lost): Promise<void> {
  const { target, targetPublicKey } = await newTarget();
  const request = { email: lost.email, targetPublicKey, expirationSeconds, emailCustomization };
  const sent = await activityOf(backend(fixtures, lost), emailAuth, request);
  resultOf(emailAuth, sent, await fixtures.client.send(sent));
  const key = await mailedKey(fixtures, lost.email, target);
  if (key) await use(fixtures, { ...lost, key });
}

async function byCode(fixtures: Fixtures, lost: Lost): Promise<void> {
  const request = { otpType: 'OTP_TYPE_SMS', contact: lost.phone, appName: 'Check', otpLength: 6, alphanumeric: false };
  const initiating = await activityOf(backend(fixtures, lost), initOtpAuth, { ...request, expirationSeconds: '600' });
  const { otpId } = resultOf<{ otpId: string }>(initOtpAuth, initiating, await fixtures.client.send(initiating));
  const otpCode = await waitFor(async () => fixtures.external.hook.codesOf(lost.phone)[0]);
  if (otpCode === undefined) return;
  const { target, targetPublicKey } = await newTarget();
  const exchange = { otpId, otpCode, targetPublicKey, expirationSeconds };
  const sent = await activityOf(backend(fixtures, lost), otpAuth, exchange);
  const { credentialBundle } = resultOf<{ credentialBundle: string }>(otpAuth, sent, await fixtures.client.send(sent));
  await use(fixtures, { ...lost, key: await keyIn(credentialBundle, target) });
  const again = await activityOf(backend(fixtures, lost), otpAuth, { ...exchange, expirationSeconds: '900' });
  const { status, text } = await fixtures.client.send(again);
  if (status === 200) throw new Error(`two keys were given for one code: ${text}`);
}

/** Registers two passkeys at once, although a recovery key may register one only. */
async function byRecovery(fixtures: Fixtures, lost: Lost): Promise<void> {
  const { client } = fixtures;
  const { target, targetPublicKey } = await newTarget();
  const request = { email: lost.email, targetPublicKey, expirationSeconds, emailCustomization };
  const initiating = await activityOf(backend(fixtures, lost), initUserEmailRecovery, request);
  resultOf(initUserEmailRecovery, initiating, await client.send(initiating));
  const key = await mailedKey(fixtures, lost.email, target);
  if (key === undefined) return;
  const { organizationId, userId } = lost;
  const recovering = async () => {
    const authenticator = await (await createPasskey()).register();
    return activityOf({ key, organizationId }, recoverUser, { userId, authenticator });
  };
  const both = [await recovering(), await recovering()];
  const answers = await Promise.all(both.map(client.send));
  const accepted = answers.filter(({ status }) => status === 200).length;
  const [first, second] = answers.map(({ text }) => text);
  if (accepted !== 1) throw new Error(`of two recoveries by one key ${accepted} were accepted: ${first} ${second}`);
}

/** The key in an e-mail to this address, sealed to this target; `undefined` if none arrives within 1.5 seconds. */
export async function mailedKey(
  { external }: Pick<Fixtures, 'external'>,
  email: string,
  target: AgreementKey,
): Promise<SigningKey | undefined> {
  return waitFor(async () => {
    for (const { bundle } of external.mailbox.to(email)) {
      const key = await keyIn(bundle, target).catch(() => undefined); // sealed to another target
      if (key) return key;
    }
    return undefined;
  });
}

/** Waits 1.5 seconds at most: a message that a killed service was sending is sent again after a minute, which is too long for a run. */
async function waitFor<Value>(find: () => Promise<Value | undefined>): Promise<Value | undefined> {
  for (const deadline = performance.now() + 1500; performance.now() < deadline; await pause(5)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  return undefined;
}

async function use({ client, next }: Fixtures, party: Party): Promise<void> {
  const sent = await activityOf(party, createWallet, { walletName: `Wallet ${next()}`, accounts: [ethereum(0)] });
  resultOf(createWallet, sent, await client.send(sent));
}
