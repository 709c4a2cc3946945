import type { Session } from '../../sessions/session.js';

/** Options of a passkey dialog. */
export type DialogOptions = {
  /** Closes the dialog at once, whatever the browser does. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the person to answer the browser's dialog. Default: 300,000. */
  readonly timeoutMs?: number | undefined;
};

/** Options of a login by passkey. */
export type PasskeyLoginOptions = DialogOptions & {
  /**
   * The organization to log in to, without asking the auth proxy for its configuration: works where the proxy is disabled, and for users of
   * a parent. Default: that of `authProxyConfigId`, and whichever sub-organization of it the passkey belongs to.
   */
  readonly organizationId?: string | undefined;
  /** Lifetime of the session, in seconds, with an `organizationId`. Default: 900. */
  readonly expirationSeconds?: string | undefined;
};

/** Options of the passkey offer in a field. */
export type AutofillOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Called when a picked passkey failed: a refusal, or a service that was not reached. The offer continues. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
};

/** Options of a sign-up. */
export type SignUpOptions = DialogOptions & {
  /** The name of the account, here and in the browser's list of passkeys. Default there: `passkeyName`, else the app's name. */
  readonly userName?: string | undefined;
  /** The passkey's name in the account, which its person can change later. Default: its provider, as `iCloud Keychain`. */
  readonly passkeyName?: string | undefined;
};

/** Options of a change to an account's passkeys. */
type OfSession = {
  /** Default: the active session. */
  readonly session?: Session | undefined;
  /** If the login is too old for the request, an existing passkey of the account confirms it: the browser asks once more. */
  readonly freshBy?: 'passkey' | undefined;
};

export type AddPasskeyOptions = DialogOptions & OfSession & Pick<SignUpOptions, 'passkeyName'>;

export type RemovePasskeyOptions = DialogOptions & OfSession & { readonly authenticatorId: string };
