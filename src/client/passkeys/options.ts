import type { Session } from '../../sessions/session.js';

/** How long a passkey dialog may take. */
export type DialogOptions = {
  /** Ends the dialog at once, whatever the browser does. */
  readonly signal?: AbortSignal | undefined;
  /** For the person to answer the browser's dialog. Default: 300,000. */
  readonly timeoutMs?: number | undefined;
};

/** For how long passkeys are offered in a field, and who hears why one failed. */
export type AutofillOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Hears what went wrong with a passkey that was picked: a refusal, or a service that was not reached. The offer goes on. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
};

/** Who signs up. */
export type SignUpOptions = DialogOptions & {
  /** What the account is called, here and in the browser's list of passkeys. Default there: the app's name. */
  readonly userName?: string | undefined;
  /** What the passkey is called in the account. Default: who keeps it, as `iCloud Keychain`. */
  readonly passkeyName?: string | undefined;
};

/** Whose passkeys they are. */
type OfSession = {
  /** Default: the active session. */
  readonly session?: Session | undefined;
  /** Where the login is too old for it, a passkey that the account has proves the person: the browser asks once more. */
  readonly freshBy?: 'passkey' | undefined;
};

export type AddPasskeyOptions = DialogOptions & OfSession & Pick<SignUpOptions, 'passkeyName'>;

export type RemovePasskeyOptions = DialogOptions & OfSession & { readonly authenticatorId: string };
