import { emailAuth, initUserEmailRecovery, recoverUser } from '../../src/contract/mailKeys.js';
import { initOtpAuth, otpAuth } from '../../src/contract/otpAuth.js';
import { createWallet } from '../../src/contract/wallets.js';
import type { AgreementKey, SigningKey } from '../../src/crypto/p256.js';
import { pick } from '../../test/support/chance.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, type Party, resultOf } from '../../test/support/live/wire.js';
import { keyIn, newTarget } from '../../test/support/mailedKeys.js';
import { createPasskey } from '../../test/support/passkey.js';
import { ownOrganization } from './ownOrganization.js';
import { ethereum } from './person.js';
import type { World } from './world.js';

/** People who have lost their keys, one after the other. They get new keys by e-mail and by a code, and register a passkey with a recovery key. */
export async function comebacks(world: World): Promise<never> {
  for (;;) {
    const contacts = {
      email: `lost${world.next()}@example.com`,
      phone: `+4917${String(world.next()).padStart(9, '0')}`,
    };
    const reached = { userEmail: contacts.email, userPhoneNumber: contacts.phone };
    const lost: Lost = { ...(await ownOrganization(world, 'Lost', reached)), ...contacts };
    await pick(world.chance, [byMail, byRecovery])(world, lost);
    await pick(world.chance, [byCode, byRecovery])(world, lost);
  }
}

type Lost = Party & { readonly email: string; readonly phone: string };

/** The app's backend requests them. */
const backend = ({ rootKey }: World, { organizationId }: Lost) => ({ key: rootKey, organizationId });

const expirationSeconds = '86400';
const emailCustomization = { appName: 'Check' };

async function byMail(world: World, lost: Lost): Promise<void> {
  const { target, targetPublicKey } = await newTarget();
  const request = { email: lost.email, targetPublicKey, expirationSeconds, emailCustomization };
  const sent = await activityOf(backend(world, lost), emailAuth, request);
  resultOf(emailAuth, sent, await world.client.send(sent));
  const key = await mailedKey(world, lost.email, target);
  if (key) await use(world, { ...lost, key });
}

async function byCode(world: World, lost: Lost): Promise<void> {
  const request = { otpType: 'OTP_TYPE_SMS', contact: lost.phone, appName: 'Check', otpLength: 6, alphanumeric: false };
  const asking = await activityOf(backend(world, lost), initOtpAuth, { ...request, expirationSeconds: '600' });
  const { otpId } = resultOf<{ otpId: string }>(initOtpAuth, asking, await world.client.send(asking));
  const otpCode = await soon(async () => world.outside.hook.codesOf(lost.phone)[0]);
  if (otpCode === undefined) return;
  const { target, targetPublicKey } = await newTarget();
  const exchange = { otpId, otpCode, targetPublicKey, expirationSeconds };
  const sent = await activityOf(backend(world, lost), otpAuth, exchange);
  const { credentialBundle } = resultOf<{ credentialBundle: string }>(otpAuth, sent, await world.client.send(sent));
  await use(world, { ...lost, key: await keyIn(credentialBundle, target) });
  const again = await activityOf(backend(world, lost), otpAuth, { ...exchange, expirationSeconds: '900' });
  const { status, text } = await world.client.send(again);
  if (status === 200) throw new Error(`a code was good for two keys: ${text}`);
}

/** Two passkeys are registered at once, of which the recovery key allows one. */
async function byRecovery(world: World, lost: Lost): Promise<void> {
  const { client } = world;
  const { target, targetPublicKey } = await newTarget();
  const request = { email: lost.email, targetPublicKey, expirationSeconds, emailCustomization };
  const asking = await activityOf(backend(world, lost), initUserEmailRecovery, request);
  resultOf(initUserEmailRecovery, asking, await client.send(asking));
  const key = await mailedKey(world, lost.email, target);
  if (key === undefined) return;
  const { organizationId, userId } = lost;
  const recovering = async () => {
    const authenticator = await (await createPasskey()).register();
    return activityOf({ key, organizationId }, recoverUser, { userId, authenticator });
  };
  const both = [await recovering(), await recovering()];
  const answers = await Promise.all(both.map(client.send));
  const taken = answers.filter(({ status }) => status === 200).length;
  const [first, second] = answers.map(({ text }) => text);
  if (taken !== 1) throw new Error(`of two recoveries by one key ${taken} were taken: ${first} ${second}`);
}

/** The key in an e-mail that is sealed to this recipient; `undefined` if none arrives soon. */
export async function mailedKey(
  { outside }: Pick<World, 'outside'>,
  email: string,
  target: AgreementKey,
): Promise<SigningKey | undefined> {
  return soon(async () => {
    for (const { bundle } of outside.mailbox.to(email)) {
      const key = await keyIn(bundle, target).catch(() => undefined); // sealed to another one
      if (key) return key;
    }
    return undefined;
  });
}

/** A message that a killed service was just sending waits for a minute; nobody waits that long here. */
async function soon<Value>(find: () => Promise<Value | undefined>): Promise<Value | undefined> {
  for (const deadline = performance.now() + 1500; performance.now() < deadline; await pause(5)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  return undefined;
}

async function use({ client, next }: World, party: Party): Promise<void> {
  const sent = await activityOf(party, createWallet, { walletName: `Wallet ${next()}`, accounts: [ethereum(0)] });
  resultOf(createWallet, sent, await client.send(sent));
}
