import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../loopback.js';
import type { Beside } from '../listen.js';
import type { RootCaller } from '../rootCaller.js';
import { createExampleId, type ExampleId, type ExampleIdSettings } from './createExampleId.js';
import { findOidcProvider } from './findOidcProvider.js';
import { offerExampleId } from './offerExampleId.js';

/** Where Example ID answers, below the service's URL. */
const path = '/dev/oidc';

/** Where new apps of Vite and of Next run. */
const commonApps = ['http://localhost:5173', 'http://localhost:3000'];

export type ServedExampleId = {
  /** Undefined where `oidc-provider` is not installed. */
  readonly beside: Beside | undefined;
  /** Names it in the configuration of the service that runs at that URL, or takes it out. @returns its issuer */
  readonly offer: (root: RootCaller, url: string) => Promise<string | undefined>;
};

/**
 * The identity provider "Example ID" on a development service's own port, where the package that it is made of is installed. It is loaded
 * when somebody first comes to it.
 *
 * @param reach - exposed, there is none.
 * @param settings.apps - origins of apps whose `/oauth-callback.html` people come back to, beside the common ones; by the service's URL
 */
export function serveExampleId(
  reach: 'loopback' | 'exposed',
  { apps }: { readonly apps: (url: string) => readonly string[] },
): ServedExampleId {
  const load = reach === 'loopback' ? findOidcProvider() : undefined;
  let settings: ExampleIdSettings | undefined;
  let made: ExampleId | undefined;
  return {
    beside: load && {
      has: (target) => target.startsWith(`${path}/`),
      request(incoming, outgoing) {
        // As the rest of `/dev/`: not by a name that was made to resolve here.
        if (!isLoopback(hostOf(incoming))) outgoing.writeHead(403).end();
        else if (!settings) outgoing.writeHead(503).end();
        else {
          made ??= createExampleId(load(), settings);
          made.answer(incoming, outgoing);
        }
      },
    },
    async offer(root, url) {
      const ofApps = [...apps(url), ...commonApps].map((origin) => `${origin}/oauth-callback.html`);
      const issuer = url + path;
      if (load) settings = { issuer, redirectUrls: [...ofApps, `${url}/dashboard/callback`] };
      await offerExampleId(root, load && { issuer, redirectUrls: ofApps });
      return settings?.issuer;
    },
  };
}

const hostOf = ({ headers: { host = '' } }: IncomingMessage): string => host.replace(/:\d{1,5}$/, '');
