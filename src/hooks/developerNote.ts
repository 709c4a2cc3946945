/** The facts in a note. */
type Facts = { readonly authProxyUrl?: string; readonly authProxyConfigId?: string; readonly unknown?: string };

/**
 * Logs a configuration error with its remedy in the console, once each, for developers. Call it in development only, so that bundlers drop
 * the texts from production.
 */
export function noteForDeveloper(code: string, facts: Facts = {}): void {
  const note = Object.hasOwn(notes, code) ? notes[code]?.(facts) : undefined;
  if (note === undefined || logged.has(note)) return;
  logged.add(note);
  // biome-ignore lint/suspicious/noConsole: this is where developers look
  console.warn(`Latchkey (${code}): ${note}`);
}

const logged = new Set<string>();

const notes: { readonly [code: string]: (facts: Facts) => string } = {
  ORIGIN_NOT_ALLOWED: ({ authProxyConfigId }) =>
    `${location.origin} is not among the allowedOrigins of the configuration ${authProxyConfigId}. Add it with latchkey-service config set allowedOrigins=…, or by updateAuthProxyConfig.`,
  UNREACHABLE_OR_ORIGIN: ({ authProxyUrl, authProxyConfigId }) =>
    `${authProxyUrl} gave this page no answer that it may read. Either no service runs there, or ${location.origin} is not among the allowedOrigins of the configuration ${authProxyConfigId}: add it with latchkey-service config set allowedOrigins=…, or by updateAuthProxyConfig.`,
  PROXY_NOT_AVAILABLE: ({ authProxyUrl, authProxyConfigId }) =>
    `${authProxyUrl} has no enabled configuration ${authProxyConfigId}. Compare authProxyConfigId with what "latchkey-service init" or /dev/config shows.`,
  OAUTH_NOT_CONFIGURED: ({ authProxyConfigId }) =>
    `None of the oauthRedirectUrls of the configuration ${authProxyConfigId} is a page of ${location.origin}, to which a provider's answer could come, so that logging in there fails: add one, like ${location.origin}/oauth-callback.html, with latchkey-service config set oauthRedirectUrls=…, and at the provider. Or an issuer's discovery document is not that issuer's.`,
  SETTINGS_INVALID: ({ authProxyUrl }) =>
    `The keys of the service are not to be had from the settings. With trust: 'development' ${authProxyUrl} must be a development service (latchkey-service dev), which shows its keys at /dev/trust; elsewhere trust has the keys that latchkey-service init printed, of 130 hex digits each.`,
  FRAMED_BY_ANOTHER_ORIGIN: () =>
    "A page of another origin shows this one in a frame, and could lay something over it. Serve this page with the header Content-Security-Policy: frame-ancestors 'none', or name the origins that may frame it and give LatchkeyProvider onNotice.",
  URL_CUT: ({ authProxyUrl }) =>
    `authProxyUrl is written without /v1, and without a slash at its end; ${authProxyUrl} is used.`,
  METHOD_UNKNOWN: ({ unknown }) =>
    `No login method has a name of these, which are left out: ${unknown}. Names are email, sms, passkey, google, apple, facebook, x, discord, and { issuer: 'acme' } for an issuer of the configuration.`,
  STYLES_MISSING: () => `The style sheet is missing, so the screen has no look. Add: import 'latchkey/styles.css'.`,
  WALLET_STYLES_MISSING: () =>
    `The style sheet of requests to sign is missing, so that they can only be rejected. Add: import 'latchkey/wallet.css'.`,
  PROOFS_NOT_ASKED_FOR: () =>
    "A ProofBadge stands under verifyProofs: 'never', the default. No proofs are made where addresses are derived, so that it finds none: set verifyProofs to 'offered' or 'required'.",
  CLEAR_SIGNING_MISSING: () =>
    'A request cannot be read, and the package that has descriptors of many contracts is missing. Add: npm install micro-eth-signer. For your own contracts give the settings descriptors (ERC-7730).',
  DESCRIPTOR_WITH_INCLUDES: () =>
    'A document among the descriptors of the settings has "includes", and is not used: merge what it includes into it (ERC-7730).',
  QR_MISSING: () => 'The package that draws QR codes is missing, so that the address stands alone. Add: npm install qr',
  PROVIDER_NESTED: ({ authProxyConfigId }) =>
    `A LatchkeyProvider stands inside another one of the same configuration ${authProxyConfigId}. Each has a cache of its own: keep one, around the whole app.`,
};
