import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What is used of the package `oidc-provider`, which brings no types of its own. */
export type OidcProvider = {
  readonly Provider: new (issuer: string, configuration: object) => Provider;
  readonly MemoryAdapter: new (name: string) => object;
};

type Provider = {
  callback(): (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  interactionDetails(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Interaction>;
  interactionFinished(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    result: object,
    options: { mergeWithLastSubmission: boolean },
  ): Promise<void>;
  readonly Grant: {
    new (of: { accountId: string; clientId: string }): Grant;
    find(grantId: string): Promise<Grant | undefined>;
  };
};

type Interaction = {
  readonly uid: string;
  readonly prompt: { readonly name: string; readonly details: { readonly missingOIDCScope?: readonly string[] } };
  readonly params: { readonly client_id: string };
  readonly session?: { readonly accountId: string };
  readonly grantId?: string;
};

type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };

const entry = 'oidc-provider';
const memoryAdapter = 'oidc-provider/lib/adapters/memory_adapter.js';

/**
 * Where the package is found: beside this one, or in the app whose folder the program was started in. It is no dependency, since only who
 * tries logins at a provider needs it.
 *
 * @param places - files that would import it.
 * @returns what loads it; undefined where it is not installed.
 */
export function findOidcProvider(
  places: readonly string[] = [import.meta.filename, join(process.cwd(), 'package.json')],
): (() => OidcProvider) | undefined {
  const found = places.map((place) => createRequire(place)).find(hasPackage);
  return (
    found && (() => ({ Provider: found(entry).default, MemoryAdapter: found(memoryAdapter).default }) as OidcProvider)
  );
}

function hasPackage({ resolve }: NodeJS.Require): boolean {
  try {
    return resolve(memoryAdapter) !== '';
  } catch {
    return false;
  }
}
