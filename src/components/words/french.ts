import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in French. */
export const french: LoginMessages = {
  locale: 'fr',
  contactTitle: (app) => (app === undefined ? 'Connexion' : `Connexion à ${app}`),
  cardLead: 'Première visite\u202f? Nous créerons votre compte.',
  contactLead: (method) =>
    `Nous vous enverrons un code par ${method === 'email' ? 'e\u2011mail' : 'SMS'}. Sans mot de passe.`,
  emailLabel: 'Adresse e\u2011mail',
  phoneLabel: 'Numéro de téléphone',
  countryLabel: 'Pays',
  phoneHint: 'Commencez par + et l’indicatif du pays, comme +33.',
  didYouMean: (address) => `Vouliez-vous dire ${address}\u00a0?`,
  continue: 'Continuer',
  sending: 'Envoi…',
  reload: 'Recharger',
  use: (method) => (method === 'email' ? 'Utiliser l’e\u2011mail' : 'Utiliser le téléphone'),
  codeTitle: (method) => (method === 'email' ? 'Consultez vos e\u2011mails' : 'Consultez votre téléphone'),
  codeLead: (form, isNew) => [
    isNew ? 'Nous avons envoyé un nouveau code à ' : `Saisissez le ${codeOf(form)} envoyé à `,
    '.',
  ],
  expiredTitle: 'Ce code a expiré',
  lockedTitle: 'Ce code ne fonctionne plus',
  expiredLead: ['Demandez-en un nouveau pour ', '.'],
  codeLabel: (form) => codeOf(form),
  checking: 'Vérification…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'Connexion en cours…' : `Accès à ${app}…`),
  back: 'Retour',
  edit: 'Modifier',
  editName: (method) => (method === 'email' ? 'Modifier l’adresse e\u2011mail' : 'Modifier le numéro de téléphone'),
  expiresIn: (time) => `Expire dans ${time}`,
  expiresSoon: 'Votre code expire dans 1 minute.',
  openMail: (host) => `Ouvrir ${host}`,
  resendQuestion: 'Rien reçu\u202f?',
  resend: 'Envoyer un nouveau code',
  resendLater: 'Renvoyer',
  resendIn: (time) => `dans ${time}`,
  resendReady: 'Vous pouvez maintenant demander un nouveau code.',
  or: 'ou',
  orContinueWith: 'ou continuer avec',
  continueWith: (provider) => `Continuer avec ${provider}`,
  continueWithPasskey: 'Continuer avec une clé d’accès',
  passkey: 'Clé d’accès',
  passkeyLead: 'Avec votre empreinte, votre visage ou le verrouillage de l’écran.',
  moreWays: 'Autres moyens de connexion',
  lastUsed: 'Dernier accès',
  continueThere: (provider) => `Continuez dans la fenêtre ${provider}`,
  windowLead: 'Terminez là-bas et vous serez connecté.',
  openAgain: 'Rouvrir la fenêtre',
  anotherWay: 'Autre méthode',
  continueOnDevice: 'Continuez sur votre appareil…',
  cancel: 'Annuler',
  continueInTab: 'Continuer dans cet onglet',
  signUpByPasskey: 'S’inscrire avec une clé d’accès',
  createPasskey: 'Créer une clé d’accès',
  passkeyName: 'Nom de la clé d’accès',
  agreeToBoth: ['En continuant, vous acceptez les ', ' et la ', '.'],
  agreeToOne: ['En continuant, vous acceptez le document suivant\u00a0: ', '.'],
  terms: 'conditions d’utilisation',
  privacy: 'politique de confidentialité',
  close: 'Fermer',
  logIn: 'Se connecter',
  logOut: 'Se déconnecter',
  menuOf: (name) => `Votre compte\u00a0: ${name}`,
  copyAddress: 'Copier l’adresse',
  copied: 'Copié',
  notDurable: 'Ce navigateur ne retient rien\u00a0: fermer ou recharger cette page vous déconnectera.',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'Saisissez une adresse comme nom@example.com.' : 'Saisissez votre numéro complet.',
    CODE_INCOMPLETE: ({ form }) => `Saisissez les ${form.length} ${form.alphanumeric ? 'caractères' : 'chiffres'}.`,
    OTP_WRONG: 'Ce code n’est pas le bon. Réessayez.',
    OTP_EXPIRED: 'Ce code a expiré. Demandez-en un nouveau.',
    OTP_SPENT: 'Ce code a déjà été utilisé. Demandez-en un nouveau.',
    TOO_MANY_ATTEMPTS: 'Trop de codes erronés. Demandez-en un nouveau.',
    CONTACT_NOT_SERVED: 'Impossible d’envoyer un SMS à ce numéro. Utilisez l’e\u2011mail.',
    CREDENTIAL_CONFLICT: 'Ceci appartient déjà à un autre compte.',
    LOGIN_BUSY: (facts) => `Beaucoup de connexions en ce moment. ${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `Trop de codes demandés. ${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `Le service est très sollicité en ce moment. ${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `Trop de nouveaux comptes depuis ce réseau. ${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `Trop de requêtes depuis ce réseau. ${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `Trop de tentatives depuis ce réseau. ${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) =>
      `La connexion ${by === undefined ? `par ${method === 'email' ? 'e\u2011mail' : 'SMS'}` : `avec ${by}`} n’est pas disponible.`,
    PROXY_NOT_AVAILABLE: 'La connexion est indisponible pour l’instant.',
    ORIGIN_NOT_ALLOWED: 'La connexion n’est pas configurée pour ce site.',
    CAPTCHA_REQUIRED: 'La connexion n’est pas configurée pour ce site.',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: 'Cela prend trop de temps. Réessayez.',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) =>
      facts.isOffline ? noAnswer(facts) : 'Cette étape n’a pas été chargée. Rechargez la page.',
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'Un problème est survenu de notre côté, et réessayer n’y changera rien. Contactez l’assistance.',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: 'La date ou l’heure de votre appareil est incorrecte. Corrigez-la, puis réessayez.',
    FRESH_LOGIN_REQUIRED: 'Reconnectez-vous pour continuer.',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'Votre navigateur a bloqué la fenêtre.',
    IN_APP_BROWSER: 'Ouvrez cette page dans votre navigateur pour vous connecter.',
    OAUTH_DENIED: 'La connexion a été refusée. Réessayez.',
    OAUTH_TIMED_OUT: 'Le délai est dépassé. Réessayez.',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `La connexion avec ${by} n’est pas configurée pour ce site.`,
    PASSKEY_TIMED_OUT: 'Le délai est dépassé. Réessayez.',
    PASSKEY_NOT_SUPPORTED: 'Ce navigateur ne prend pas en charge les clés d’accès.',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'Les clés d’accès ne sont pas configurées pour ce site.',
    PASSKEY_NOT_FOUND: 'Cette clé d’accès a été supprimée. Connectez-vous autrement.',
    CREDENTIAL_NOT_FOUND: 'Cette clé d’accès a été supprimée. Connectez-vous autrement.',
    PASSKEY_FAILED: 'Cette clé d’accès n’a pas fonctionné. Essayez autrement.',
    PASSKEY_CLONED: 'Cette clé d’accès n’a pas fonctionné. Essayez autrement.',
    SESSION_STORAGE_BLOCKED: 'Ce navigateur bloque le stockage. Autorisez-le, puis réessayez.',
    OTHER: ({ code }) => `Un problème est survenu. Réessayez. Référence\u00a0: ${code}`,
  },
};

function codeOf({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string {
  return `code à ${length} ${alphanumeric ? 'caractères' : 'chiffres'}`;
}

function tryLater({ wait = 'plus tard' }: ProblemFacts): string {
  return `Réessayez ${wait}.`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline
    ? 'Vous êtes hors ligne. Vérifiez votre connexion Internet et réessayez.'
    : 'Serveur injoignable. Réessayez.';
}

function ourSide(): string {
  return 'Un problème est survenu de notre côté. Réessayez dans un instant.';
}

function tookTooLong(): string {
  return 'Le délai est dépassé. Demandez un nouveau code.';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `La connexion avec ${by} a échoué. Réessayez.`;
}

function captchaFailed(): string {
  return 'La vérification de sécurité a échoué. Réessayez.';
}

function captchaNotLoaded(): string {
  return 'La vérification de sécurité n’a pas été chargée. Réessayez dans un instant.';
}
