import { createAuthenticators, deleteAuthenticators } from '../../contract/authenticators.js';
import { RefusedError } from '../../contract/refusals.js';
import type { Authenticator, User } from '../../contract/shapes.js';
import { getUser } from '../../contract/users.queries.js';
import type { Session } from '../../sessions/session.js';
import { userHandleOf } from '../../stampers/passkeyRegistration.js';
import { signalAccount, signalUnknownPasskey } from '../../stampers/passkeySignals.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import { livingSession } from '../signer.js';
import { submit } from '../submit.js';
import { makePasskey, type UnregisteredPasskey } from './makePasskey.js';
import type { AddPasskeyOptions, RemovePasskeyOptions } from './options.js';
import { heldIn, rpIdOf } from './site.js';
import { keepUserHandle, userHandleKept } from './userHandles.js';

/** {@link addPasskey} */
export async function add(client: Client, options: AddPasskeyOptions): Promise<string> {
  const { passkeyName, freshBy, signal, timeoutMs } = options;
  const session = await livingSession(client, options.session);
  const { userId } = session;
  const { user } = await ask(client, getUser, { userId }, { session, signal });
  const userHandle = userHandleKept(client, session) ?? userHandleOf(userId);
  const userName = user.userEmail ?? user.userPhoneNumber ?? user.userName;
  const held = heldIn(user.authenticators);
  const waits = waiting.get(client);
  waiting.delete(client);
  const passkey =
    waits?.userId === userId
      ? waits.passkey
      : await makePasskey(client, { signal, timeoutMs, userHandle, userName, held, passkeyName });
  try {
    return await passkey.registered(async (authenticator) => {
      const request = { userId, authenticators: [authenticator] };
      const { result } = await submit(client, createAuthenticators, request, { session, freshBy, signal });
      keepUserHandle(client, session, userHandle);
      return result.authenticatorIds[0] ?? '';
    });
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'FRESH_LOGIN_REQUIRED')
      waiting.set(client, { userId, passkey });
    throw error;
  }
}

/** Passkeys that were created and wait for a fresh login to be registered, so that no second one is created. */
const waiting = new WeakMap<Client, { readonly userId: string; readonly passkey: UnregisteredPasskey }>();

/** {@link removePasskey} */
export async function removeFromAccount(client: Client, options: RemovePasskeyOptions): Promise<void> {
  const { authenticatorId, freshBy, signal } = options;
  const session = await livingSession(client, options.session);
  const { userId } = session;
  const { user } = await ask(client, getUser, { userId }, { session, signal });
  const request = { userId, authenticatorIds: [authenticatorId] };
  await submit(client, deleteAuthenticators, request, { session, freshBy, signal });
  const isRemoved = (each: Authenticator) => each.authenticatorId === authenticatorId;
  for (const { credentialId } of user.authenticators.filter(isRemoved)) {
    await signalUnknownPasskey(rpIdOf(client), credentialId);
  }
  await updateDevice(client, session, {
    ...user,
    authenticators: user.authenticators.filter((each) => !isRemoved(each)),
  });
}

/** {@link updateDevicePasskeys} */
export async function update(client: Client): Promise<void> {
  const session = await livingSession(client);
  const { user } = await ask(client, getUser, { userId: session.userId }, { session });
  await updateDevice(client, session, user);
}

/** Tells a device that knows the account's user handle which passkeys the account still has. */
async function updateDevice(client: Client, session: Session, user: User): Promise<void> {
  const userHandle = userHandleKept(client, session);
  if (userHandle === undefined) return;
  const credentialIds = user.authenticators.map(({ credentialId }) => credentialId);
  const userName = user.userEmail ?? user.userPhoneNumber ?? user.userName;
  await signalAccount(rpIdOf(client), { userHandle, userName, credentialIds });
}
