import type { Loader } from '@storybook/react-vite';
import { type Client, createClient } from '../src/client/createClient.js';
import { loginWithOtp } from '../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../src/client/flows/requestOtp.js';
import { fromBase64Url, toBase64Url } from '../src/crypto/base64url.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import type { TestService } from '../src/testing.js';
import { createPasskey } from '../test/support/passkey.js';
import { spoken } from './serviceInPage.js';
import { startTestService } from './startTestService.js';

/** What the device of a story does when the browser asks it, under `parameters`. */
export type DeviceParameters = {
  /** `makes` a passkey, is `silent` for ever, or answers with an error of this name. */
  device?: 'makes' | 'silent' | 'NotAllowedError' | 'InvalidStateError';
};

/** What the loader hands to a story. */
export type LoggedInByCode = { readonly service: TestService; readonly client: Client };

const contact = 'ada@example.com';

/** Ada has logged in by a code, at the real service in this page. */
export const logInByCode: Loader = async (context) => {
  const service = await startTestService({ config: { allowedAuthMethods: ['email', 'passkey'] } });
  const client = createClient({
    ...service.settings,
    keys: memoryKeyStore(),
    sessionName: crypto.randomUUID(),
    ...spoken(context),
  });
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
  await loginWithOtp(client, { otpIds: [otpId], otpCode: service.inbox.lastCode(contact) ?? '' });
  return { service, client } satisfies LoggedInByCode;
};

/**
 * Gives the page a device that keeps passkeys, in the place of the one it has or has not: in software, where a story asks for no finger.
 * The service checks what it makes.
 *
 * @returns takes it away again
 */
export function giveDevice({ device = 'makes' }: DeviceParameters): () => void {
  const real = { credentials: navigator.credentials, capabilities: PublicKeyCredential.getClientCapabilities };
  PublicKeyCredential.getClientCapabilities = async () => ({
    conditionalGet: true,
    passkeyPlatformAuthenticator: true,
  });
  replace(navigator, 'credentials', {
    create: (options: CredentialCreationOptions) => answer(device, options),
    get: hasNone,
  });
  return () => {
    PublicKeyCredential.getClientCapabilities = real.capabilities;
    replace(navigator, 'credentials', real.credentials);
  };
}

const replace = (owner: object, name: string, value: unknown) =>
  Object.defineProperty(owner, name, { value, configurable: true });

/** It has no passkey yet: the offer in a field waits, and the person closes the dialog. */
async function hasNone({ mediation }: CredentialRequestOptions): Promise<never> {
  if (mediation === 'conditional') return new Promise(() => undefined);
  throw new DOMException('The person closed the dialog.', 'NotAllowedError');
}

async function answer(device: DeviceParameters['device'], { publicKey }: CredentialCreationOptions): Promise<object> {
  if (device === 'silent') return new Promise(() => undefined);
  if (device !== 'makes') throw new DOMException('The device of this story says no.', device);
  const passkey = await createPasskey({ origin: location.origin });
  const challenge = toBase64Url(new Uint8Array(publicKey?.challenge as ArrayBuffer));
  const { attestation } = await passkey.register({ challenge });
  const buffer = (text: string) => fromBase64Url(text).buffer;
  return {
    id: passkey.credentialId,
    rawId: buffer(passkey.credentialId),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: buffer(attestation.clientDataJson),
      attestationObject: buffer(attestation.attestationObject),
      getTransports: () => ['internal'],
    },
  };
}
