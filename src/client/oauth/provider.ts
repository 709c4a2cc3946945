/** An identity provider and how it is called: plain data, stored while a login is under way. */
export type LoginProvider = {
  /** As `wallet_kit_config` names it: `google`, `apple`, `facebook`, `x`, `discord`, or the id of a configured issuer. */
  readonly name: string;
  /** The name that people know. */
  readonly label: string;
  readonly clientId: string;
  /** `iss` of its tokens, and of its answers if they contain one. Absent if the service issues the token. */
  readonly issuer?: string | undefined;
  /** Whether its answers must contain `iss`. @see RFC 9207, section 2.4 */
  readonly mustNameItself: boolean;
  readonly authorizationEndpoint: string;
  /** Authorization parameters beside those of the one login. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly answersIn: 'fragment' | 'query';
  readonly exchange: CodeExchange;
};

/** How a code is exchanged for a token: `none` if the answer is the token itself. */
export type CodeExchange =
  | { readonly by: 'none' }
  | { readonly by: 'browser'; readonly tokenEndpoint: string }
  | { readonly by: 'service'; readonly provider: 'OAUTH2_PROVIDER_X' | 'OAUTH2_PROVIDER_DISCORD' };

/** A provider as the configuration offers it to this page. */
export type FoundProvider = {
  readonly provider: LoginProvider;
  /** Its redirect URL: a page of this origin. */
  readonly redirectUrl: string;
};

/** A provider as far as it is known without its client id. */
export type KnownProvider = Omit<LoginProvider, 'name' | 'clientId'>;

const code = { response_type: 'code' };
const none = { by: 'none' } as const;

/**
 * The providers that need only a client id. No access token is requested in a redirect.
 *
 * @see docs/wire.md 5.5; RFC 9700, section 2.1.2
 */
export const builtIn: Readonly<Record<string, KnownProvider>> = {
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    mustNameItself: false,
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    parameters: { response_type: 'id_token', scope: 'openid email profile', prompt: 'select_account' },
    answersIn: 'fragment',
    exchange: none,
  },
  apple: {
    label: 'Apple',
    issuer: 'https://appleid.apple.com',
    mustNameItself: false,
    authorizationEndpoint: 'https://appleid.apple.com/auth/authorize',
    // With a scope Apple would send its answer by POST, which no page can read.
    parameters: { response_type: 'code id_token', response_mode: 'fragment' },
    answersIn: 'fragment',
    exchange: none,
  },
  facebook: {
    label: 'Facebook',
    issuer: 'https://www.facebook.com',
    mustNameItself: false,
    authorizationEndpoint: 'https://www.facebook.com/v11.0/dialog/oauth',
    parameters: { ...code, scope: 'openid' },
    answersIn: 'query',
    exchange: { by: 'browser', tokenEndpoint: 'https://graph.facebook.com/v11.0/oauth/access_token' },
  },
  x: {
    label: 'X',
    mustNameItself: false,
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    parameters: { ...code, scope: 'tweet.read users.read' },
    answersIn: 'query',
    exchange: { by: 'service', provider: 'OAUTH2_PROVIDER_X' },
  },
  discord: {
    label: 'Discord',
    mustNameItself: false,
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    parameters: { ...code, scope: 'identify email' },
    answersIn: 'query',
    exchange: { by: 'service', provider: 'OAUTH2_PROVIDER_DISCORD' },
  },
};
