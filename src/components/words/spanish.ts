import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in Spanish. */
export const spanish: LoginMessages = {
  locale: 'es',
  contactTitle: (app) => (app === undefined ? 'Iniciar sesión' : `Inicia sesión en ${app}`),
  cardLead: '¿Primera vez? Crearemos tu cuenta.',
  contactLead: (method) =>
    `Te enviaremos un código por ${method === 'email' ? 'correo' : 'SMS'}. No necesitas contraseña.`,
  emailLabel: 'Correo electrónico',
  phoneLabel: 'Número de teléfono',
  countryLabel: 'País',
  phoneHint: 'Empieza con + y el prefijo de tu país, como +34.',
  didYouMean: (address) => `¿Querías decir ${address}?`,
  continue: 'Continuar',
  sending: 'Enviando…',
  reload: 'Recargar',
  use: (method) => (method === 'email' ? 'Usar correo' : 'Usar teléfono'),
  codeTitle: (method) => (method === 'email' ? 'Revisa tu correo' : 'Revisa tu teléfono'),
  codeLead: (form, isNew) => [
    isNew ? 'Enviamos un código nuevo a ' : `Escribe el ${codeOf(form)} que enviamos a `,
    '.',
  ],
  expiredTitle: 'Este código ha caducado',
  lockedTitle: 'Este código ya no sirve',
  expiredLead: ['Pide uno nuevo para ', '.'],
  codeLabel: (form) => codeOf(form),
  checking: 'Comprobando…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'Iniciando sesión…' : `Entrando en ${app}…`),
  back: 'Atrás',
  edit: 'Cambiar',
  editName: (method) => (method === 'email' ? 'Cambiar el correo electrónico' : 'Cambiar el número de teléfono'),
  expiresIn: (time) => `Caduca en ${time}`,
  expiresSoon: 'Tu código caduca en 1 minuto.',
  openMail: (host) => `Abrir ${host}`,
  resendQuestion: '¿No te llegó?',
  resend: 'Enviar un código nuevo',
  resendLater: 'Enviar de nuevo',
  resendIn: (time) => `en ${time}`,
  resendReady: 'Ya puedes pedir un código nuevo.',
  or: 'o',
  orContinueWith: 'o continúa con',
  continueWith: (provider) => `Continuar con ${provider}`,
  continueWithPasskey: 'Continuar con una llave de acceso',
  passkey: 'Llave de acceso',
  passkeyLead: 'Con tu huella, tu cara o el bloqueo de pantalla.',
  moreWays: 'Más formas de entrar',
  lastUsed: 'Último acceso',
  continueThere: (provider) => `Continúa en la ventana de ${provider}`,
  windowLead: 'Termina allí y habrás iniciado sesión.',
  openAgain: 'Volver a abrirla',
  anotherWay: 'Usar otro método',
  continueOnDevice: 'Continúa en tu dispositivo…',
  cancel: 'Cancelar',
  continueInTab: 'Continuar en esta pestaña',
  signUpByPasskey: 'Registrarse con llave de acceso',
  createPasskey: 'Crear una llave de acceso',
  passkeyName: 'Nombre de la llave',
  agreeToBoth: ['Al continuar, aceptas los ', ' y la ', '.'],
  agreeToOne: ['Al continuar, aceptas lo siguiente: ', '.'],
  terms: 'términos',
  privacy: 'política de privacidad',
  close: 'Cerrar',
  logIn: 'Iniciar sesión',
  logOut: 'Cerrar sesión',
  menuOf: (name) => `Tu cuenta: ${name}`,
  copyAddress: 'Copiar dirección',
  copied: 'Copiada',
  notDurable: 'Este navegador no te recordará: se cerrará tu sesión al cerrar o recargar esta página.',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'Escribe un correo como nombre@example.com.' : 'Escribe tu número completo.',
    CODE_INCOMPLETE: ({ form }) => `Escribe los ${form.length} ${form.alphanumeric ? 'caracteres' : 'dígitos'}.`,
    OTP_WRONG: 'Ese código no es correcto. Inténtalo de nuevo.',
    OTP_EXPIRED: 'Ese código ha caducado. Pide uno nuevo.',
    OTP_SPENT: 'Ese código ya se usó. Pide uno nuevo.',
    TOO_MANY_ATTEMPTS: 'Demasiados códigos erróneos. Pide uno nuevo.',
    CONTACT_NOT_SERVED: 'No podemos enviar SMS a este número. Usa el correo.',
    CREDENTIAL_CONFLICT: 'Esto ya pertenece a otra cuenta.',
    LOGIN_BUSY: (facts) => `Hay mucha gente iniciando sesión. ${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `Demasiados códigos solicitados. ${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `El servicio está muy ocupado ahora. ${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `Demasiadas cuentas nuevas desde esta red. ${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `Demasiadas solicitudes desde esta red. ${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `Demasiados intentos desde esta red. ${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) =>
      `El acceso ${by === undefined ? `por ${method === 'email' ? 'correo' : 'SMS'}` : `con ${by}`} no está disponible.`,
    PROXY_NOT_AVAILABLE: 'No se puede iniciar sesión ahora mismo.',
    ORIGIN_NOT_ALLOWED: 'El acceso no está configurado para este sitio.',
    CAPTCHA_REQUIRED: 'El acceso no está configurado para este sitio.',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: 'Está tardando demasiado. Inténtalo de nuevo.',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) => (facts.isOffline ? noAnswer(facts) : 'Este paso no se cargó. Recarga la página.'),
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'Algo falla por nuestra parte y volver a intentarlo no servirá. Contacta con soporte.',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: 'La fecha u hora de tu dispositivo no es correcta. Corrígela e inténtalo de nuevo.',
    FRESH_LOGIN_REQUIRED: 'Inicia sesión de nuevo para continuar.',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'Tu navegador bloqueó la ventana.',
    IN_APP_BROWSER: 'Abre esta página en tu navegador para iniciar sesión.',
    OAUTH_DENIED: 'Se rechazó el acceso. Inténtalo de nuevo.',
    OAUTH_TIMED_OUT: 'Tardó demasiado. Inténtalo de nuevo.',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `El acceso con ${by} no está configurado para este sitio.`,
    PASSKEY_TIMED_OUT: 'Tardó demasiado. Inténtalo de nuevo.',
    PASSKEY_NOT_SUPPORTED: 'Este navegador no admite llaves de acceso.',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'Las llaves de acceso no están configuradas en este sitio.',
    PASSKEY_NOT_FOUND: 'Esa llave de acceso se eliminó. Entra de otra forma.',
    CREDENTIAL_NOT_FOUND: 'Esa llave de acceso se eliminó. Entra de otra forma.',
    PASSKEY_FAILED: 'Esa llave de acceso no funcionó. Prueba otra forma.',
    PASSKEY_CLONED: 'Esa llave de acceso no funcionó. Prueba otra forma.',
    SESSION_STORAGE_BLOCKED: 'Este navegador bloquea el almacenamiento. Permítelo e inténtalo de nuevo.',
    OTHER: ({ code }) => `Algo salió mal. Inténtalo de nuevo. Referencia: ${code}`,
  },
};

function codeOf({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string {
  return `código de ${length} ${alphanumeric ? 'caracteres' : 'dígitos'}`;
}

function tryLater({ wait = 'más tarde' }: ProblemFacts): string {
  return `Inténtalo de nuevo ${wait}.`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline
    ? 'Estás sin conexión. Conéctate e inténtalo de nuevo.'
    : 'No se puede conectar. Inténtalo de nuevo.';
}

function ourSide(): string {
  return 'Algo falla por nuestra parte. Inténtalo de nuevo en un momento.';
}

function tookTooLong(): string {
  return 'Tardó demasiado. Pide un código nuevo.';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `El acceso con ${by} no funcionó. Inténtalo de nuevo.`;
}

function captchaFailed(): string {
  return 'La comprobación de seguridad falló. Inténtalo de nuevo.';
}

function captchaNotLoaded(): string {
  return 'La comprobación de seguridad no se cargó. Inténtalo de nuevo en un momento.';
}
