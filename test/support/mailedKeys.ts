import { createUsers } from '../../src/contract/users.js';
import { openCredentialBundle } from '../../src/crypto/bundles.js';
import { toHex } from '../../src/crypto/hex.js';
import {
  type AgreementKey,
  createAgreementKey,
  importSigningKey,
  publicKeyOf,
  type SigningKey,
} from '../../src/crypto/p256.js';
import { done, type Party } from './parties.js';
import type { Wired } from './wire.js';

/** A key pair that a mail's bundle is sealed to, and what a request says of it. */
export async function newTarget(): Promise<{ target: AgreementKey; targetPublicKey: string }> {
  const target = await createAgreementKey();
  return { target, targetPublicKey: toHex(target.publicKey) };
}

/** The key that a bundle carries, to stamp with. */
export async function keyIn(bundle: string, target: AgreementKey): Promise<SigningKey> {
  const privateKey = toHex(await openCredentialBundle(bundle, target));
  return importSigningKey({ publicKey: await publicKeyOf(privateKey), privateKey });
}

/** The bundle in the newest mail to a contact. */
export async function mailedBundle(test: Wired, contact: string): Promise<string> {
  await test.service.deliver();
  const [mail] = test.inbox.list(contact);
  if (!mail?.code) throw new Error(`nothing was mailed to ${contact}`);
  return mail.code;
}

let claimants = 0;

/** A user with an address that nobody has proved, made by a root user. @returns the user's id. */
export async function claimant(test: Wired, by: Party, userEmail: string): Promise<string> {
  claimants += 1;
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
  const { userIds } = await done(test, by, createUsers, {
    users: [{ userName: `Claimant ${claimants}`, userEmail, ...lists }],
  });
  return userIds[0] ?? '';
}
