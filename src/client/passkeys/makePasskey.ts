import { RefusedError } from '../../contract/refusals.js';
import type { AuthenticatorParams } from '../../contract/shapes.js';
import { createPasskey, type NewPasskey } from '../../stampers/passkeyRegistration.js';
import { signalUnknownPasskey } from '../../stampers/passkeySignals.js';
import type { Client } from '../createClient.js';
import { configOf } from '../serviceConfig.js';
import { modelOf } from './models.js';
import { rpIdOf, verificationOf } from './site.js';

/** A passkey of this device that is not registered yet. */
export type UnregisteredPasskey = {
  /**
   * Registers it at the service. If that refuses, the device is told to forget the passkey, so that it is not offered in vain. If the
   * service did not answer, it may have accepted it.
   */
  registered<Answer>(register: (authenticator: AuthenticatorParams) => Promise<Answer>): Promise<Answer>;
};

/** Creates a passkey of this site in the browser. @throws as {@link createPasskey} does */
export async function makePasskey(
  client: Client,
  { passkeyName, ...wanted }: Omit<NewPasskey, 'rpId' | 'rpName'> & { readonly passkeyName?: string | undefined },
): Promise<UnregisteredPasskey> {
  const config = await configOf(client, wanted);
  const { appName: rpName = location.hostname } = config;
  const rpId = rpIdOf(client);
  const clock = client.clock.onDevice;
  const { aaguid, ...made } = await createPasskey({
    ...wanted,
    rpId,
    rpName,
    userVerification: verificationOf(client, config),
    clock,
  });
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
 * Whether the passkey itself is refused. Not so for a conflict or a captcha (it may be a repeated request whose answer was lost), a login
 * that is too old, or a limit.
 */
const isRefusedItself = ({ code, status }: RefusedError): boolean =>
  !/^(CREDENTIAL_CONFLICT|FRESH_LOGIN_REQUIRED|CAPTCHA_\w+)$/.test(code) &&
  status < 500 &&
  (status !== 429 || code === 'TOO_MANY_PASSKEYS');
