import { ask } from '../client/ask.js';
import type { Client } from '../client/createClient.js';
import { passkeyModel } from '../client/flows/passkeys.js';
import type { PasskeyModel } from '../client/passkeys/models.js';
import { getAuthenticators } from '../contract/authenticators.queries.js';
import type { Session } from '../sessions/session.js';
import { type AnswerOptions, sessionQuery } from './rowQueryOptions.js';

/** A passkey as shown to its person. */
export interface Passkey {
  /** The argument of {@link useRemovePasskey}. */
  readonly authenticatorId: string;
  /** The name given by the person, or the app. */
  readonly name: string;
  /** The passkey provider, if known. */
  readonly model: PasskeyModel | undefined;
  /** Base64url. */
  readonly credentialId: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
}

/** The logged-in person's passkeys. */
export function passkeysQueryOptions(client: Client, session: Session | undefined): AnswerOptions<readonly Passkey[]> {
  return sessionQuery(client, session, 'passkeys', {}, async (signal) => {
    const { authenticators } = await ask(
      client,
      getAuthenticators,
      { userId: session?.userId ?? '' },
      { session, signal },
    );
    return Promise.all(
      authenticators.map(async ({ authenticatorId, authenticatorName: name, credentialId, aaguid, createdAt }) => {
        const createdAtMs = Number(createdAt.seconds) * 1000 + Number(createdAt.nanos) / 1_000_000;
        return { authenticatorId, name, model: await passkeyModel(aaguid), credentialId, createdAtMs };
      }),
    );
  });
}
