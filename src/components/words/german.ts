import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in German. */
export const german: LoginMessages = {
  locale: 'de',
  contactTitle: (app) => (app === undefined ? 'Anmelden' : `Bei ${app} anmelden`),
  cardLead: 'Neu hier? Wir legen dir ein Konto an.',
  contactLead: (method) =>
    `Wir senden dir einen Code per ${method === 'email' ? 'E\u2011Mail' : 'SMS'}. Ganz ohne Passwort.`,
  emailLabel: 'E\u2011Mail-Adresse',
  phoneLabel: 'Telefonnummer',
  countryLabel: 'Land',
  phoneHint: 'Beginne mit + und der Landesvorwahl, etwa +49.',
  didYouMean: (address) => `Meintest du ${address}?`,
  continue: 'Weiter',
  sending: 'Wird gesendet…',
  reload: 'Neu laden',
  use: (method) => (method === 'email' ? 'E\u2011Mail nutzen' : 'Telefon nutzen'),
  codeTitle: (method) => (method === 'email' ? 'Sieh in deinen E\u2011Mails nach' : 'Sieh auf deinem Telefon nach'),
  codeLead: (form, isNew) => [
    isNew ? 'Wir haben einen neuen Code an ' : `Gib den ${codeOf(form)} ein, den wir an `,
    isNew ? ' gesendet.' : ' gesendet haben.',
  ],
  expiredTitle: 'Dieser Code ist abgelaufen',
  lockedTitle: 'Dieser Code gilt nicht mehr',
  expiredLead: ['Fordere einen neuen für ', ' an.'],
  codeLabel: ({ length, alphanumeric }) => (alphanumeric ? `Code aus ${length} Zeichen` : `${length}-stelliger Code`),
  checking: 'Wird geprüft…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'Du wirst angemeldet…' : `Weiter zu ${app}…`),
  back: 'Zurück',
  edit: 'Ändern',
  editName: (method) => (method === 'email' ? 'E\u2011Mail-Adresse ändern' : 'Telefonnummer ändern'),
  expiresIn: (time) => `Läuft in ${time} ab`,
  expiresSoon: 'Dein Code läuft in 1 Minute ab.',
  openMail: (host) => `${host} öffnen`,
  resendQuestion: 'Nichts bekommen?',
  resend: 'Neuen Code senden',
  resendLater: 'Erneut senden',
  resendIn: (time) => `in ${time}`,
  resendReady: 'Du kannst jetzt einen neuen Code anfordern.',
  or: 'oder',
  orContinueWith: 'oder weiter mit',
  continueWith: (provider) => `Weiter mit ${provider}`,
  continueWithPasskey: 'Weiter mit Passkey',
  passkey: 'Passkey',
  passkeyLead: 'Mit Fingerabdruck, Gesicht oder Displaysperre.',
  moreWays: 'Weitere Anmeldeoptionen',
  lastUsed: 'Zuletzt genutzt',
  continueThere: (provider) => `Weiter im Fenster von ${provider}`,
  windowLead: 'Schließ dort ab, dann bist du angemeldet.',
  openAgain: 'Erneut öffnen',
  anotherWay: 'Anders anmelden',
  continueOnDevice: 'Weiter auf deinem Gerät…',
  cancel: 'Abbrechen',
  continueInTab: 'In diesem Tab weiter',
  signUpByPasskey: 'Mit Passkey registrieren',
  createPasskey: 'Passkey erstellen',
  passkeyName: 'Name des Passkeys',
  agreeToBoth: ['Wenn du fortfährst, akzeptierst du die ', ' und die ', '.'],
  agreeToOne: ['Wenn du fortfährst, akzeptierst du die ', '.'],
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutzerklärung',
  close: 'Schließen',
  logIn: 'Anmelden',
  logOut: 'Abmelden',
  menuOf: (name) => `Dein Konto: ${name}`,
  copyAddress: 'Adresse kopieren',
  copied: 'Kopiert',
  notDurable: 'Dieser Browser merkt sich nichts: Beim Schließen oder Neuladen der Seite wirst du abgemeldet.',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'Gib eine Adresse wie name@example.com ein.' : 'Gib deine vollständige Telefonnummer ein.',
    CODE_INCOMPLETE: ({ form }) => `Gib alle ${form.length} ${form.alphanumeric ? 'Zeichen' : 'Ziffern'} ein.`,
    OTP_WRONG: 'Dieser Code stimmt nicht. Versuch es noch einmal.',
    OTP_EXPIRED: 'Dieser Code ist abgelaufen. Fordere einen neuen an.',
    OTP_SPENT: 'Dieser Code wurde schon benutzt. Fordere einen neuen an.',
    TOO_MANY_ATTEMPTS: 'Zu viele falsche Codes. Fordere einen neuen an.',
    CONTACT_NOT_SERVED: 'An diese Nummer können wir keine SMS senden. Nutze deine E\u2011Mail-Adresse.',
    CREDENTIAL_CONFLICT: 'Diese Angabe gehört schon zu einem anderen Konto.',
    LOGIN_BUSY: (facts) => `Gerade melden sich sehr viele an. ${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `Zu viele Codes angefordert. ${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `Der Dienst ist gerade stark ausgelastet. ${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `Zu viele neue Konten aus diesem Netzwerk. ${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `Zu viele Anfragen aus diesem Netzwerk. ${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `Zu viele Fehlversuche aus diesem Netzwerk. ${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) =>
      `Anmelden ${by === undefined ? `per ${method === 'email' ? 'E\u2011Mail' : 'SMS'}` : `mit ${by}`} ist hier nicht möglich.`,
    PROXY_NOT_AVAILABLE: 'Anmelden ist gerade nicht möglich.',
    ORIGIN_NOT_ALLOWED: 'Für diese Website ist das Anmelden nicht eingerichtet.',
    CAPTCHA_REQUIRED: 'Für diese Website ist das Anmelden nicht eingerichtet.',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: 'Das dauert zu lange. Versuch es noch einmal.',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) =>
      facts.isOffline ? noAnswer(facts) : 'Dieser Schritt wurde nicht geladen. Lade die Seite neu.',
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'Bei uns stimmt etwas nicht, und ein neuer Versuch hilft nicht. Wende dich an den Support.',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: 'Datum oder Uhrzeit deines Geräts ist falsch. Korrigiere das und versuch es noch einmal.',
    FRESH_LOGIN_REQUIRED: 'Melde dich noch einmal an, um fortzufahren.',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'Dein Browser hat das Fenster blockiert.',
    IN_APP_BROWSER: 'Öffne diese Seite im Browser, um dich anzumelden.',
    OAUTH_DENIED: 'Die Anmeldung wurde abgelehnt. Versuch es noch einmal.',
    OAUTH_TIMED_OUT: 'Das hat zu lange gedauert. Versuch es noch einmal.',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `Anmelden mit ${by} ist für diese Website nicht eingerichtet.`,
    PASSKEY_TIMED_OUT: 'Das hat zu lange gedauert. Versuch es noch einmal.',
    PASSKEY_NOT_SUPPORTED: 'Dieser Browser unterstützt keine Passkeys.',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'Für diese Website sind Passkeys nicht eingerichtet.',
    PASSKEY_NOT_FOUND: 'Dieser Passkey wurde entfernt. Melde dich anders an.',
    CREDENTIAL_NOT_FOUND: 'Dieser Passkey wurde entfernt. Melde dich anders an.',
    PASSKEY_FAILED: 'Dieser Passkey hat nicht funktioniert. Melde dich anders an.',
    PASSKEY_CLONED: 'Dieser Passkey hat nicht funktioniert. Melde dich anders an.',
    SESSION_STORAGE_BLOCKED: 'Dieser Browser blockiert den Speicher. Erlaube ihn und versuch es noch einmal.',
    OTHER: ({ code }) => `Etwas ist schiefgegangen. Versuch es noch einmal. Referenz: ${code}`,
  },
};

function codeOf({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string {
  return alphanumeric ? `Code aus ${length} Zeichen` : `${length}\u2011stelligen Code`;
}

function tryLater({ wait = 'später' }: ProblemFacts): string {
  return `Versuch es ${wait} noch einmal.`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline
    ? 'Du bist offline. Verbinde dich und versuch es noch einmal.'
    : 'Keine Verbindung. Versuch es noch einmal.';
}

function ourSide(): string {
  return 'Bei uns stimmt etwas nicht. Versuch es gleich noch einmal.';
}

function tookTooLong(): string {
  return 'Das hat zu lange gedauert. Fordere einen neuen Code an.';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `Anmelden mit ${by} hat nicht geklappt. Versuch es noch einmal.`;
}

function captchaFailed(): string {
  return 'Die Sicherheitsprüfung hat nicht geklappt. Versuch es noch einmal.';
}

function captchaNotLoaded(): string {
  return 'Die Sicherheitsprüfung wurde nicht geladen. Versuch es gleich noch einmal.';
}
