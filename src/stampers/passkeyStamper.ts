import { type Browser, type CeremonyOptions, openDialog, openOffer } from './passkeyCeremony.js';
import type { Stamper } from './stamper.js';
import { webauthnChallenge, webauthnStampHeader } from './webauthnStamp.js';

/** Which passkey may answer, and how. */
export type PasskeyQuestion = CeremonyOptions & {
  /** The relying party's id. Default: the page's host. */
  readonly rpId?: string | undefined;
  /** The allowed passkeys by credential id in base64url. Default: any of the site's, which the person chooses from. */
  readonly allowed?: readonly { readonly id: string; readonly transports?: readonly string[] }[] | undefined;
  /** Default: `preferred`. */
  readonly userVerification?: 'preferred' | 'required' | undefined;
  /** Called with the passkey that has answered, before its stamp is used. */
  readonly onAnswer?: ((used: UsedPasskey) => void) | undefined;
};

/** The passkey that answered. */
export type UsedPasskey = {
  /** Base64url. */
  readonly credentialId: string;
  /** Its user handle, base64url; not every passkey returns it. */
  readonly userHandle: string | undefined;
};

/** Stamps with a passkey: the browser asks the person each time. For errors see {@link openDialog}. */
export const passkeyStamper = (question: PasskeyQuestion = {}): Stamper =>
  stamperOf(question, (ask) => openDialog('get', ask, question));

/** Stamps with the passkey that the person picks in a field's autofill. {@link openOffer} */
export const autofillStamper = (question: PasskeyQuestion = {}): Stamper =>
  stamperOf(question, (ask) => openOffer(ask, question), {
    useBrowserAutofill: true,
    verifyBrowserAutofillInput: false,
  });

type PasskeyOptions = Parameters<Browser['startAuthentication']>[0];
type Answer = Awaited<ReturnType<Browser['startAuthentication']>>;
type Ask = (browser: Browser, timeoutMs: number) => Promise<Answer>;

const stamperOf = (
  { rpId, allowed, userVerification = 'preferred', onAnswer }: PasskeyQuestion,
  open: (ask: Ask) => Promise<Answer>,
  how: Omit<PasskeyOptions, 'optionsJSON'> = {},
): Stamper => ({
  async stamp(body) {
    const challenge = await webauthnChallenge(body);
    const { id, response } = await open((browser, timeoutMs) =>
      browser.startAuthentication({
        ...how,
        optionsJSON: {
          challenge,
          userVerification,
          ...(rpId !== undefined && { rpId }),
          ...(Number.isFinite(timeoutMs) && { timeout: timeoutMs }),
          ...(allowed && { allowCredentials: allowed.map(descriptorOf) }),
        },
      }),
    );
    onAnswer?.({ credentialId: id, userHandle: response.userHandle });
    return { name: webauthnStampHeader, value: headerOf(id, response) };
  },
});

/** @see docs/wire.md 3.2 */
const headerOf = (
  credentialId: string,
  { authenticatorData, clientDataJSON: clientDataJson, signature }: Answer['response'],
): string => JSON.stringify({ authenticatorData, clientDataJson, credentialId, signature });

type Descriptor = NonNullable<PasskeyOptions['optionsJSON']['allowCredentials']>[number];

/** Browsers skip transports that they do not know. */
const descriptorOf = ({ id, transports }: NonNullable<PasskeyQuestion['allowed']>[number]): Descriptor => ({
  id,
  type: 'public-key',
  ...(transports && { transports: transports as NonNullable<Descriptor['transports']> }),
});
