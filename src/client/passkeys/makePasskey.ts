import { RefusedError } from '../../contract/refusals.js';
import type { AuthenticatorParams } from '../../contract/shapes.js';
import { createPasskey, type NewPasskey } from '../../stampers/passkeyRegistration.js';
import { signalUnknownPasskey } from '../../stampers/passkeySignals.js';
import type { Client } from '../createClient.js';
import { modelOf } from './models.js';
import { configOf, rpIdOf } from './site.js';

/** A passkey of this device that no service knows yet. */
export type UnregisteredPasskey = {
  /**
   * Has it registered. Where the service refuses it, the device is told to forget it: nobody should be offered a passkey that opens
   * nothing. A service that was not heard may have taken it.
   */
  registered<Answer>(register: (authenticator: AuthenticatorParams) => Promise<Answer>): Promise<Answer>;
};

/** Asks the browser for a passkey of this site. @throws as {@link createPasskey} does */
export async function makePasskey(
  client: Client,
  { passkeyName, ...wanted }: Omit<NewPasskey, 'rpId' | 'rpName'> & { readonly passkeyName?: string | undefined },
): Promise<UnregisteredPasskey> {
  const { appName = location.hostname, passkeyUserVerification: userVerification } = await configOf(client, wanted);
  const rpId = rpIdOf(client);
  const clock = client.clock.onDevice;
  const { aaguid, ...made } = await createPasskey({ ...wanted, rpId, rpName: appName, userVerification, clock });
  const authenticatorName = passkeyName ?? modelOf(aaguid)?.name ?? 'Passkey';
  return {
    async registered(register) {
      try {
        return await register({ ...made, authenticatorName });
      } catch (error) {
        if (error instanceof RefusedError && isRefusedItself(error)) {
          await signalUnknownPasskey(rpId, made.attestation.credentialId);
        }
        throw error;
      }
    },
  };
}

/**
 * One that is there already is known, a login can be made fresh, and a limit passes: it may also have met the repetition of a question
 * whose answer was lost.
 */
const isRefusedItself = ({ code, status }: RefusedError): boolean =>
  !/^(CREDENTIAL_CONFLICT|FRESH_LOGIN_REQUIRED)$/.test(code) &&
  status < 500 &&
  (status !== 429 || code === 'TOO_MANY_PASSKEYS');
