import { isSessionKey } from '../../contract/sessionKeys.js';
import type { ApiKey } from '../../contract/shapes.js';
import type { SigningKey } from '../../crypto/p256.js';
import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { dropLinkKeys } from '../links/dropLinkKeys.js';
import { isKeyRefused, isOrganizationGone } from '../signer.js';
import { endKey, endKeys } from './endKey.js';

/**
 * The state of the keys at the service. If they could not be deleted there (`error` says why), they expire; the key of this device is
 * deleted here in any case.
 */
export type LogoutResult = {
  readonly endedAtService: boolean;
  readonly error?: unknown;
  /**
   * After a logout everywhere: API keys that the person's sessions created and that are still valid. Deleting unknown ones
   * (`deleteApiKeys`) requires a recent login.
   */
  readonly madeBySessions?: readonly ApiKey[];
};

type Leaving = RequestOptions & {
  readonly session: Session;
  /** Its key, if this device had it. */
  readonly key: SigningKey | undefined;
  readonly everywhere: boolean;
};

/** The rest of a logout, once the session is closed on this device: deletes the keys of requested links, and ends keys at the service. */
export async function leave(client: Client, leaving: Leaving): Promise<LogoutResult> {
  const dropped = dropLinkKeys(client).catch(() => {}); // they expire within the hour
  return endAtService(client, leaving).finally(() => dropped);
}

async function endAtService(
  client: Client,
  { session, key, everywhere, ...requestOptions }: Leaving,
): Promise<LogoutResult> {
  if (!key) return { endedAtService: false };
  const stampedOptions = { ...requestOptions, stamper: keyStamper(key) };
  try {
    if (everywhere)
      return {
        endedAtService: true,
        madeBySessions: leftOf(await endKeys(client, session, isSessions, stampedOptions)),
      };
    await endKey(client, session, stampedOptions.stamper, requestOptions);
    return { endedAtService: true };
  } catch (error) {
    const hasEnded = isOrganizationGone(error) || (!everywhere && isKeyRefused(error));
    return hasEnded ? { endedAtService: true } : { endedAtService: false, error };
  }
}

const isSessions = ({ credential }: ApiKey): boolean => isSessionKey(credential.type);

/** The person's keys that were created by sessions. */
const leftOf = (held: readonly ApiKey[]): readonly ApiKey[] =>
  held.filter((each) => !isSessions(each) && each.loginId !== undefined);
