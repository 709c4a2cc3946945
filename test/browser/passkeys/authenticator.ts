import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Chromium's virtual authenticator. */
export type Authenticator = {
  /** Whether user verification (PIN, finger or face) succeeds. Default: true. */
  readonly recognizes: (isRecognized: boolean) => Promise<void>;
  /** Whether a person touches it; without a touch it does not answer. Default: at once. */
  readonly touch: (isTouched: boolean) => Promise<void>;
  readonly credentials: () => Promise<Credential[]>;
  /** A passkey's signature counter. */
  readonly setCount: (credentialId: string, signCount: number) => Promise<void>;
  readonly remove: () => Promise<void>;
};

type Credential = {
  readonly credentialId: string;
  readonly signCount: number;
  readonly userHandle?: string;
  /** Under which the device lists it. */
  readonly userName?: string | undefined;
};

/**
 * Adds an authenticator until the test ends.
 *
 * @param kind - `internal` is the device's own, `usb` a security key.
 * @see Chrome DevTools Protocol, WebAuthn
 */
export async function plugIn(kind: 'internal' | 'usb' = 'internal'): Promise<Authenticator> {
  const session = cdp() as unknown as { send: (method: string, params?: object) => Promise<unknown> };
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = (await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: kind,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })) as { authenticatorId: string };
  const send = async (method: string, params: object = {}) =>
    session.send(`WebAuthn.${method}`, { authenticatorId, ...params });
  let isIn = true;
  const remove = async () => {
    if (isIn) await send('removeVirtualAuthenticator');
    isIn = false;
  };
  onTestFinished(remove);
  const credentials = async () => ((await send('getCredentials')) as { credentials: CdpCredential[] }).credentials;
  return {
    recognizes: async (isUserVerified) => void (await send('setUserVerified', { isUserVerified })),
    touch: async (enabled) => void (await send('setAutomaticPresenceSimulation', { enabled })),
    credentials: async () =>
      (await credentials()).map(({ credentialId, signCount, userHandle, userName }) => ({
        credentialId: toBase64Url(credentialId),
        signCount,
        userName,
        ...(userHandle !== undefined && { userHandle: toBase64Url(userHandle) }),
      })),
    setCount: async (credentialId, signCount) => {
      const found = (await credentials()).find((each) => toBase64Url(each.credentialId) === credentialId);
      await send('removeCredential', { credentialId: found?.credentialId });
      await send('addCredential', { credential: { ...found, signCount } });
    },
    remove,
  };
}

type CdpCredential = {
  readonly credentialId: string;
  readonly signCount: number;
  readonly userHandle?: string;
  readonly userName?: string;
};

/** The protocol writes bytes as base64. */
const toBase64Url = (base64: string): string => base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
