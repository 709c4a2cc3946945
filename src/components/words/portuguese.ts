import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in Portuguese, as in Brazil. */
export const portuguese: LoginMessages = {
  locale: 'pt',
  contactTitle: (app) => (app === undefined ? 'Entrar' : `Entrar em ${app}`),
  cardLead: 'Primeira vez aqui? Criaremos sua conta.',
  contactLead: (method) =>
    `Enviaremos um código por ${method === 'email' ? 'e\u2011mail' : 'SMS'}. Você não precisa de senha.`,
  emailLabel: 'Endereço de e\u2011mail',
  phoneLabel: 'Número de telefone',
  countryLabel: 'País',
  phoneHint: 'Comece com + e o código do país, como +55.',
  didYouMean: (address) => `Você quis dizer ${address}?`,
  continue: 'Continuar',
  sending: 'Enviando…',
  reload: 'Recarregar',
  use: (method) => (method === 'email' ? 'Usar e\u2011mail' : 'Usar telefone'),
  codeTitle: (method) => (method === 'email' ? 'Confira seu e\u2011mail' : 'Confira seu telefone'),
  codeLead: (form, isNew) => [
    isNew ? 'Enviamos um novo código para ' : `Digite o ${codeOf(form)} que enviamos para `,
    '.',
  ],
  expiredTitle: 'Este código expirou',
  lockedTitle: 'Este código já não funciona',
  expiredLead: ['Peça um novo para ', '.'],
  codeLabel: (form) => codeOf(form),
  checking: 'Verificando…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'Entrando…' : `Indo para ${app}…`),
  back: 'Voltar',
  edit: 'Alterar',
  editName: (method) => (method === 'email' ? 'Alterar o endereço de e\u2011mail' : 'Alterar o número de telefone'),
  expiresIn: (time) => `Expira em ${time}`,
  expiresSoon: 'Seu código expira em 1 minuto.',
  openMail: (host) => `Abrir o ${host}`,
  resendQuestion: 'Não recebeu?',
  resend: 'Enviar novo código',
  resendLater: 'Enviar de novo',
  resendIn: (time) => `em ${time}`,
  resendReady: 'Agora você pode pedir um novo código.',
  or: 'ou',
  orContinueWith: 'ou continue com',
  continueWith: (provider) => `Continuar com ${provider}`,
  continueWithPasskey: 'Continuar com chave de acesso',
  passkey: 'Chave de acesso',
  passkeyLead: 'Com sua digital, seu rosto ou o bloqueio de tela.',
  moreWays: 'Mais formas de entrar',
  lastUsed: 'Último acesso',
  continueThere: (provider) => `Continue na janela de ${provider}`,
  windowLead: 'Conclua lá e você terá entrado.',
  openAgain: 'Abrir novamente',
  anotherWay: 'Usar outro método',
  continueOnDevice: 'Continue no seu dispositivo…',
  cancel: 'Cancelar',
  continueInTab: 'Continuar nesta aba',
  signUpByPasskey: 'Cadastrar-se com chave de acesso',
  createPasskey: 'Criar uma chave de acesso',
  passkeyName: 'Nome da chave',
  agreeToBoth: ['Ao continuar, você aceita os ', ' e a ', '.'],
  agreeToOne: ['Ao continuar, você aceita o seguinte: ', '.'],
  terms: 'termos',
  privacy: 'política de privacidade',
  close: 'Fechar',
  logIn: 'Entrar',
  logOut: 'Sair',
  menuOf: (name) => `Sua conta: ${name}`,
  copyAddress: 'Copiar endereço',
  copied: 'Copiado',
  notDurable: 'Este navegador não vai lembrar de você: ao fechar ou recarregar esta página, você sairá da conta.',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'Digite um e\u2011mail como nome@example.com.' : 'Digite seu número completo.',
    CODE_INCOMPLETE: ({ form }) => `Digite os ${form.length} ${form.alphanumeric ? 'caracteres' : 'dígitos'}.`,
    OTP_WRONG: 'Esse código está incorreto. Tente de novo.',
    OTP_EXPIRED: 'Esse código expirou. Peça um novo.',
    OTP_SPENT: 'Esse código já foi usado. Peça um novo.',
    TOO_MANY_ATTEMPTS: 'Muitos códigos errados. Peça um novo.',
    CONTACT_NOT_SERVED: 'Não podemos enviar SMS para este número. Use o e\u2011mail.',
    CREDENTIAL_CONFLICT: 'Isto já pertence a outra conta.',
    LOGIN_BUSY: (facts) => `Muita gente está entrando agora. ${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `Muitos códigos solicitados. ${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `O serviço está muito ocupado agora. ${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `Muitas contas novas a partir desta rede. ${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `Muitas solicitações a partir desta rede. ${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `Muitas tentativas a partir desta rede. ${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) =>
      `O acesso ${by === undefined ? `por ${method === 'email' ? 'e\u2011mail' : 'SMS'}` : `com ${by}`} não está disponível.`,
    PROXY_NOT_AVAILABLE: 'Não é possível entrar agora.',
    ORIGIN_NOT_ALLOWED: 'O acesso não está configurado para este site.',
    CAPTCHA_REQUIRED: 'O acesso não está configurado para este site.',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: 'Está demorando demais. Tente de novo.',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) => (facts.isOffline ? noAnswer(facts) : 'Esta etapa não carregou. Recarregue a página.'),
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'Algo deu errado do nosso lado, e tentar de novo não vai ajudar. Fale com o suporte.',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: 'A data ou a hora do seu dispositivo está errada. Corrija e tente de novo.',
    FRESH_LOGIN_REQUIRED: 'Entre de novo para continuar.',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'Seu navegador bloqueou a janela.',
    IN_APP_BROWSER: 'Abra esta página no seu navegador para entrar.',
    OAUTH_DENIED: 'O acesso foi recusado. Tente de novo.',
    OAUTH_TIMED_OUT: 'Demorou demais. Tente de novo.',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `O acesso com ${by} não está configurado para este site.`,
    PASSKEY_TIMED_OUT: 'Demorou demais. Tente de novo.',
    PASSKEY_NOT_SUPPORTED: 'Este navegador não aceita chaves de acesso.',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'As chaves de acesso não estão configuradas neste site.',
    PASSKEY_NOT_FOUND: 'Essa chave de acesso foi removida. Entre de outra forma.',
    CREDENTIAL_NOT_FOUND: 'Essa chave de acesso foi removida. Entre de outra forma.',
    PASSKEY_FAILED: 'Essa chave de acesso não funcionou. Tente de outra forma.',
    PASSKEY_CLONED: 'Essa chave de acesso não funcionou. Tente de outra forma.',
    SESSION_STORAGE_BLOCKED: 'Este navegador bloqueia o armazenamento. Permita e tente de novo.',
    OTHER: ({ code }) => `Algo deu errado. Tente de novo. Referência: ${code}`,
  },
};

function codeOf({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string {
  return `código de ${length} ${alphanumeric ? 'caracteres' : 'dígitos'}`;
}

function tryLater({ wait = 'mais tarde' }: ProblemFacts): string {
  return `Tente de novo ${wait}.`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline
    ? 'Você está sem internet. Conecte-se e tente de novo.'
    : 'Não foi possível conectar. Tente de novo.';
}

function ourSide(): string {
  return 'Algo deu errado do nosso lado. Tente de novo daqui a pouco.';
}

function tookTooLong(): string {
  return 'Demorou demais. Peça um novo código.';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `O acesso com ${by} não funcionou. Tente de novo.`;
}

function captchaFailed(): string {
  return 'A verificação de segurança falhou. Tente de novo.';
}

function captchaNotLoaded(): string {
  return 'A verificação de segurança não carregou. Tente de novo daqui a pouco.';
}
