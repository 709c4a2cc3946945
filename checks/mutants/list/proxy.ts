import type { Mutant } from '../mutant.js';

const proxy = 'src/service/proxy';
const account = 'test/service/proxy/account.test.ts';
const configuration = 'test/service/proxy/configuration.test.ts';
const deviceTokens = 'test/service/proxy/deviceToken.test.ts';
const origin = 'test/service/proxy/origin.test.ts';
const signup = 'test/service/coordinator/logins/signup.test.ts';
const login = 'test/service/coordinator/logins/login.test.ts';

export const proxyMutants: readonly Mutant[] = [
  {
    id: 'page-of-another-origin',
    file: `${proxy}/proxy.ts`,
    from: "        throw refused('ORIGIN_NOT_ALLOWED');\n      }\n      const attend =",
    to: '      }\n      const attend =',
    breaks: 'A page of an origin that is not listed gets nothing done (T-01).',
    tests: [origin],
  },
  {
    id: 'disabled-configuration-answers',
    file: `${proxy}/proxy.ts`,
    from: 'if (configuration?.enabled !== 1) {',
    to: 'if (configuration === undefined) {',
    breaks: 'A configuration that is switched off answers as none (T-05).',
    tests: [configuration],
  },
  {
    id: 'requests-not-counted',
    file: `${proxy}/proxy.ts`,
    from: 'countRequest({ configId: configuration.config_id, clientAddress, limit: settings.requestsPerAddress });',
    to: '',
    breaks: 'An address sends the auth proxy as many requests as the configuration allows (A-52).',
    tests: ['test/service/limits/requests.test.ts'],
  },
  {
    id: 'refusals-not-counted',
    file: `${proxy}/proxy.ts`,
    from: "route.row.counted && clientAddress !== ''",
    to: "route.row.counted && clientAddress === 'nowhere'",
    breaks: 'An address that was refused too often is refused unread (T-16).',
    tests: ['test/service/limits/refusals.test.ts'],
  },
  {
    id: 'captcha-not-asked',
    file: `${proxy}/proxy.ts`,
    from: 'if (route.row.captcha && settings.captchaEnabled) {',
    to: "if (route.row.captcha && settings.captchaEnabled && clientAddress === 'nowhere') {",
    breaks: 'Where captchas are on, calls that send or sign up need one.',
    tests: ['test/service/captcha/captcha.test.ts'],
  },
  {
    id: 'proof-of-another-tenant',
    file: `${proxy}/provedContact.ts`,
    from: "if (claims.organization_id !== configuration.organization_id) throw refused('VERIFICATION_TOKEN_INVALID');",
    to: '',
    breaks: "A token of another tenant's organization proves nothing here (T-18).",
    tests: ['test/service/coordinator/logins/forged.test.ts', account],
  },
  {
    id: 'expired-proof',
    file: `${proxy}/provedContact.ts`,
    from: "if (Number(claims.exp) <= clock()) throw refused('VERIFICATION_TOKEN_EXPIRED');",
    to: '',
    breaks: 'A verification token proves nothing after its end, at look-ups, too (T-18).',
    tests: [login, account],
  },
  {
    id: 'look-up-of-another-contact',
    file: `${proxy}/calls/account.ts`,
    from: 'if (filterTypeOf(claims) !== filterType || claims.contact !== contact)',
    to: "if (filterTypeOf(claims) !== filterType || contact === '')",
    breaks: 'A contact is looked up with a token for that very contact alone (T-15).',
    tests: [account],
  },
  {
    id: 'look-up-of-anybody',
    file: `${proxy}/calls/account.ts`,
    from: "if (verificationToken === undefined) throw refused('VERIFICATION_TOKEN_INVALID', { about: 'none was shown' });",
    to: 'if (verificationToken === undefined) return found(await organizationsWith(call, { filterType, contact: filterValue }));',
    breaks: 'Nobody learns without a token whether a contact has an account (T-15).',
    tests: [account],
  },
  {
    id: 'look-up-by-any-claims',
    file: `${proxy}/calls/account.ts`,
    from: 'return issuer === claimed.issuer && subject === claimed.subject ? found(',
    to: 'return issuer === claimed.issuer || subject === claimed.subject ? found(',
    breaks: 'Claims are looked up beside a token of the same person alone (T-34).',
    tests: ['test/service/identity/idToken.test.ts'],
  },
  {
    id: 'device-token-of-another-contact',
    file: `${proxy}/deviceToken.ts`,
    from: 'utf8(JSON.stringify([configId, otpType, contact, id, endsAtMs])));',
    to: 'utf8(JSON.stringify([configId, otpType, contact.slice(0, 0), id, endsAtMs])));',
    breaks: 'A device token is good for one contact (A-49).',
    tests: [deviceTokens],
  },
  {
    id: 'device-token-of-another-configuration',
    file: `${proxy}/deviceToken.ts`,
    from: 'utf8(JSON.stringify([configId, otpType, contact, id, endsAtMs])));',
    to: 'utf8(JSON.stringify([configId.slice(0, 0), otpType, contact, id, endsAtMs])));',
    breaks: 'A device token is good at one configuration (A-49).',
    tests: [deviceTokens],
  },
  {
    id: 'device-token-without-end',
    file: `${proxy}/deviceToken.ts`,
    from: 'utf8(JSON.stringify([configId, otpType, contact, id, endsAtMs])));',
    to: 'utf8(JSON.stringify([configId, otpType, contact, id, endsAtMs.slice(0, 0)])));',
    breaks: "Nobody moves a device token's end (A-49).",
    tests: [deviceTokens],
  },
  {
    id: 'device-token-of-anybody',
    file: `${proxy}/deviceToken.ts`,
    from: 'if (equalBytes(fromHex(code), await codeOf(primitives, key, place, id, endsAtMs))) return id;',
    to: 'if (fromHex(code).length === (await codeOf(primitives, key, place, id, endsAtMs)).length) return id;',
    breaks: 'A device token is one that the service wrote (A-49).',
    tests: [deviceTokens],
  },
  {
    id: 'expired-device-token',
    file: `${proxy}/deviceToken.ts`,
    from: 'code === undefined || Number(endsAtMs) <= nowMs) return undefined;',
    to: 'code === undefined) return undefined;',
    breaks: 'A device token ends after half a year (A-49).',
    tests: [deviceTokens],
  },
  {
    id: 'switched-off-passkeys',
    file: `${proxy}/calls/signup.ts`,
    from: "if (authenticators.length > 0 && !allowedAuthMethods.includes('passkey')) throw refused('METHOD_NOT_ENABLED');",
    to: '',
    breaks: 'A method that is switched off signs nobody up.',
    tests: ['test/service/coordinator/logins/passkeySignUp.test.ts', signup],
  },
  {
    id: 'session-as-long-as-asked',
    file: `${proxy}/calls/otpLogin.ts`,
    from: 'parameters: { ...login, expirationSeconds: String(settings.sessionExpirationSeconds) },',
    to: 'parameters: { expirationSeconds: String(settings.sessionExpirationSeconds), ...login },',
    breaks: 'The page does not decide how long a session lives.',
    tests: ['test/service/coordinator/logins/sessions.test.ts'],
    equivalent: 'The call has no member for it: its shape is strict.',
  },
];
