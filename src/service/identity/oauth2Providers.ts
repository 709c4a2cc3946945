import type { Oauth2Provider } from '../../contract/oauth2.records.js';
import type { Oauth2Endpoints, Oauth2Name, ReplacedEndpoints } from '../tools.js';

/** How the wire's names of providers are ours. */
export const oauth2Names = { OAUTH2_PROVIDER_X: 'x', OAUTH2_PROVIDER_DISCORD: 'discord' } as const satisfies Record<
  Oauth2Provider,
  Oauth2Name
>;

/** @see X API, "OAuth 2.0 Authorization Code Flow with PKCE"; Discord Developer Documentation, "OAuth2" */
const builtIn: Readonly<Record<Oauth2Name, Oauth2Endpoints>> = {
  x: {
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    user: 'https://api.x.com/2/users/me',
  },
  discord: {
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    user: 'https://discord.com/api/users/@me',
  },
};

export const oauth2EndpointsOf = (name: Oauth2Name, replaced: ReplacedEndpoints): Oauth2Endpoints =>
  replaced[name] ?? builtIn[name];
