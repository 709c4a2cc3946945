import type { BrowserNames } from '../../../contract/browserNames.js';
import type { Language } from '../../../contract/language.js';

/** The texts of a message with a code. */
type CodeWords = {
  /** Of its times and numbers. */
  readonly locale: string;
  readonly subject: (code: string, app: string) => string;
  readonly intro: (app: string) => string;
  /** @param minutes - with their unit: `5 minutes` */
  readonly lifetime: (minutes: string) => string;
  readonly requested: (time: string) => string;
  /** What the browser says of itself, which anybody may write: so it is said as its word. */
  readonly browser: (names: BrowserNames) => string;
  readonly notYou: (app: string) => string;
  /** A text message: short, since each 70 or 160 characters cost one more. */
  readonly sms: (code: string, app: string) => string;
};

export const codeWords: { readonly [L in Language]: CodeWords } = {
  en: {
    locale: 'en-GB',
    subject: (code, app) => `${code} is your ${app} login code`,
    intro: (app) => `Use this code to log in to ${app}:`,
    lifetime: (minutes) => `Expires in ${minutes}.`,
    requested: (time) => `Requested ${time}.`,
    browser: ({ browser, system }) => `According to the browser: ${browser} on ${system}.`,
    notYou: (app) =>
      `Didn't request this? Ignore this email: nobody can log in without the code. ${app} will never ask you for it.`,
    sms: (code, app) => `${code} is your ${app} login code. Don't share it.`,
  },
  de: {
    locale: 'de',
    subject: (code, app) => `${code} ist dein Anmeldecode für ${app}`,
    intro: (app) => `Mit diesem Code meldest du dich bei ${app} an:`,
    lifetime: (minutes) => `Gültig für ${minutes}.`,
    requested: (time) => `Angefordert am ${time}.`,
    browser: ({ browser, system }) => `Laut Browser: ${browser} auf ${system}.`,
    notYou: (app) =>
      `Du hast das nicht angefordert? Ignoriere diese E-Mail: Ohne den Code kann sich niemand anmelden. ${app} fragt dich nie danach.`,
    sms: (code, app) => `${code} ist dein Anmeldecode für ${app}. Gib ihn nicht weiter.`,
  },
  fr: {
    locale: 'fr',
    subject: (code, app) => `${code} est votre code de connexion à ${app}`,
    intro: (app) => `Utilisez ce code pour vous connecter à ${app}\u00a0:`,
    lifetime: (minutes) => `Valable ${minutes}.`,
    requested: (time) => `Demandé le ${time}.`,
    browser: ({ browser, system }) => `Selon le navigateur\u00a0: ${browser} sur ${system}.`,
    notYou: (app) =>
      `Ce n’était pas vous\u202f? Ignorez cet e-mail\u00a0: sans le code, personne ne peut se connecter. ${app} ne vous le demandera jamais.`,
    sms: (code, app) => `${code} est votre code de connexion à ${app}. Ne le partagez pas.`,
  },
  es: {
    locale: 'es',
    subject: (code, app) => `${code} es tu código para entrar en ${app}`,
    intro: (app) => `Usa este código para iniciar sesión en ${app}:`,
    lifetime: (minutes) => `Caduca en ${minutes}.`,
    requested: (time) => `Solicitado el ${time}.`,
    browser: ({ browser, system }) => `Según el navegador: ${browser} en ${system}.`,
    notYou: (app) => `¿No fuiste tú? Ignora este correo: nadie puede entrar sin el código. ${app} nunca te lo pedirá.`,
    sms: (code, app) => `${code} es tu código para entrar en ${app}. No lo compartas.`,
  },
  pt: {
    locale: 'pt',
    subject: (code, app) => `${code} é seu código para entrar em ${app}`,
    intro: (app) => `Use este código para entrar em ${app}:`,
    lifetime: (minutes) => `Expira em ${minutes}.`,
    requested: (time) => `Solicitado em ${time}.`,
    browser: ({ browser, system }) => `Segundo o navegador: ${browser} em ${system}.`,
    notYou: (app) =>
      `Não foi você? Ignore este e-mail: ninguém entra sem o código. ${app} nunca vai pedir o código a você.`,
    sms: (code, app) => `${code} é seu código para entrar em ${app}. Não compartilhe.`,
  },
  ja: {
    locale: 'ja',
    subject: (code, app) => `${code}：${app} のログインコード`,
    intro: (app) => `${app} にログインするためのコードです：`,
    lifetime: (minutes) => `有効期間は ${minutes}です。`,
    requested: (time) => `リクエスト日時：${time}`,
    browser: ({ browser, system }) => `ブラウザーの申告：${system} の ${browser}`,
    notYou: (app) =>
      `お心当たりがない場合は、このメールを無視してください。コードがなければ誰もログインできません。${app} がコードをお尋ねすることはありません。`,
    sms: (code, app) => `${code} は ${app} のログインコードです。誰にも教えないでください。`,
  },
  'zh-Hans': {
    locale: 'zh-Hans',
    subject: (code, app) => `${code} 是你的 ${app} 登录验证码`,
    intro: (app) => `使用此验证码登录 ${app}：`,
    lifetime: (minutes) => `${minutes}内有效。`,
    requested: (time) => `请求时间：${time}。`,
    browser: ({ browser, system }) => `浏览器自称：${system} 上的 ${browser}。`,
    notYou: (app) => `不是你本人操作？请忽略此邮件：没有验证码，任何人都无法登录。${app} 绝不会向你索要验证码。`,
    sms: (code, app) => `${code} 是你的 ${app} 登录验证码，请勿告诉他人。`,
  },
  ar: {
    locale: 'ar-u-nu-latn',
    subject: (code, app) => `${code} هو رمز دخولك إلى ${app}`,
    intro: (app) => `استخدم هذا الرمز لتسجيل الدخول إلى \u2068${app}\u2069:`,
    lifetime: (minutes) => `صالح لمدة ${minutes}.`,
    requested: (time) => `طُلب في ${time}.`,
    browser: ({ browser, system }) => `حسب المتصفح: \u2068${browser}\u2069 على \u2068${system}\u2069.`,
    notYou: (app) =>
      `لم تطلب هذا؟ تجاهل هذه الرسالة: لا يستطيع أحد الدخول دون الرمز. لن يطلبه منك \u2068${app}\u2069 أبدًا.`,
    sms: (code, app) => `${code} هو رمز دخولك إلى ${app}. لا تشاركه مع أحد.`,
  },
};
