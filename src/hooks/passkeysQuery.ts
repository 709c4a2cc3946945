import { ask } from '../client/ask.js';
import type { Client } from '../client/createClient.js';
import { passkeyModel } from '../client/flows/passkeys.js';
import type { PasskeyModel } from '../client/passkeys/models.js';
import { getAuthenticators } from '../contract/authenticators.queries.js';
import type { Session } from '../sessions/session.js';
import { type AnswerOptions, sessionQuery } from './rowQueryOptions.js';

/** A passkey as a person knows it. */
export interface Passkey {
  /** What {@link useRemovePasskey} takes. */
  readonly authenticatorId: string;
  /** What its holder, or the app, has called it. */
  readonly name: string;
  /** Who keeps it, where that is known. */
  readonly model: PasskeyModel | undefined;
  /** Base64url. */
  readonly credentialId: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
}

/** The passkeys of who is logged in. */
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
