import { recoverUser } from '../../contract/mailKeys.js';
import { RefusedError } from '../../contract/refusals.js';
import { whoami } from '../../contract/users.queries.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import { userHandleOf } from '../../stampers/passkeyRegistration.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { makePasskey } from '../passkeys/makePasskey.js';
import { keepUserHandle } from '../passkeys/userHandles.js';
import { configOf } from '../serviceConfig.js';
import type { CallOptions } from '../signer.js';
import { submit } from '../submit.js';
import { targetKeysOf } from '../targetKeys.js';
import { bundleIn } from './bundleIn.js';
import { LinkError } from './linkError.js';
import { dropTakenLink } from './linkInAddress.js';
import { asExpired, type OpenedOrPasted } from './logInByLink.js';
import { openLink } from './openLink.js';
import { noteUsed } from './usedLinks.js';

/** The link that recovers an account, and the passkey to register. */
export type RecoveryOptions = OpenedOrPasted & {
  /** Default: the name of the passkey provider, if known. */
  readonly passkeyName?: string | undefined;
};

/** An account with a new passkey. */
export type RecoveredAccount = {
  readonly organizationId: string;
  readonly userId: string;
  /** The new passkey's id in the account. */
  readonly authenticatorId: string;
};

/** Opens the link and looks up its account, so that the browser's dialog can open right at a click. */
export async function prepareRecovery(client: Client, { link, ...requestOptions }: OpenedOrPasted): Promise<void> {
  await holderOf(client, bundleIn(link), requestOptions);
}

/** {@link recoverAccount} */
export async function recover(client: Client, options: RecoveryOptions): Promise<RecoveredAccount> {
  const { link, passkeyName, signal, timeoutMs } = options;
  const bundle = bundleIn(link);
  const { organizationId, userId, userName, targetPublicKey, by } = await holderOf(client, bundle, { signal });
  const userHandle = userHandleOf(userId);
  const passkey = await makePasskey(client, { signal, timeoutMs, userHandle, userName, passkeyName });
  const authenticatorId = await passkey.registered(async (authenticator) => {
    const request = { userId, authenticator };
    const { result } = await submit(client, recoverUser, request, { ...by, organizationId, signal }).catch(asSpent);
    return result.authenticatorId[0] ?? '';
  });
  holders.delete(client);
  dropTakenLink('recovery');
  keepUserHandle(client, { organizationId, userId }, userHandle);
  await noteUsed(client, bundle);
  await targetKeysOf(client).remove(targetPublicKey);
  return { organizationId, userId, authenticatorId };
}

/** A recovery key registers one passkey. */
function asSpent(error: unknown): never {
  if (!(error instanceof RefusedError) || error.code !== 'RECOVERY_KEY_SPENT') return asExpired(error);
  throw new LinkError('LINK_USED', 'This link has recovered the account before.', { cause: error });
}

/** The account that a link recovers, and its recovery key. */
type Holder = {
  readonly bundle: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly userName: string;
  readonly targetPublicKey: string;
  readonly by: Pick<CallOptions, 'stamper'>;
};

/** The last prepared one of each client. */
const holders = new WeakMap<Client, Holder>();

async function holderOf(client: Client, bundle: string, requestOptions: RequestOptions): Promise<Holder> {
  const known = holders.get(client);
  if (known?.bundle === bundle) return known;
  const { key, target } = await openLink(client, { bundle, purpose: 'recovery' });
  const { organizationId } = await configOf(client, requestOptions);
  const by = { stamper: keyStamper(key) };
  const found = await ask(client, whoami, {}, { ...by, organizationId, ...requestOptions }).catch(asExpired);
  const holder = {
    bundle,
    organizationId: found.organizationId,
    userId: found.userId,
    userName: target.note ?? found.username,
    targetPublicKey: target.publicKey,
    by,
  };
  holders.set(client, holder);
  return holder;
}
