import type { Language } from '../../../../contract/language.js';
import type { KeyPurpose } from '../../mails/keyWords.js';

/** The texts of a mail that leads to the app's page; its subject and button are those of a mailed key. */
type LoginLinkWords = {
  readonly [Purpose in KeyPurpose]: (app: string) => string;
} & {
  /** What to do where nobody was asked for help. */
  readonly notYou: (app: string) => string;
};

export const loginLinkWords: { readonly [L in Language]: LoginLinkWords } = {
  en: {
    login: (app) => `${app} sends you the page where you log in:`,
    recovery: (app) => `${app} sends you the page where you get back into your account:`,
    notYou: (app) => `You didn't ask ${app} for help? Ignore this email: the link alone lets nobody in.`,
  },
  de: {
    login: (app) => `${app} schickt dir die Seite, auf der du dich anmeldest:`,
    recovery: (app) => `${app} schickt dir die Seite, auf der du wieder in dein Konto kommst:`,
    notYou: (app) =>
      `Du hast ${app} nicht um Hilfe gebeten? Ignoriere diese E-Mail: Der Link allein lässt niemanden hinein.`,
  },
  fr: {
    login: (app) => `${app} vous envoie la page où vous connecter :`,
    recovery: (app) => `${app} vous envoie la page où retrouver l’accès à votre compte :`,
    notYou: (app) =>
      `Vous n’avez pas demandé d’aide à ${app} ? Ignorez cet e-mail : le lien seul ne laisse entrer personne.`,
  },
  es: {
    login: (app) => `${app} te envía la página para iniciar sesión:`,
    recovery: (app) => `${app} te envía la página para volver a entrar en tu cuenta:`,
    notYou: (app) => `¿No pediste ayuda a ${app}? Ignora este correo: el enlace por sí solo no deja entrar a nadie.`,
  },
  pt: {
    login: (app) => `${app} envia a você a página para entrar:`,
    recovery: (app) => `${app} envia a você a página para voltar à sua conta:`,
    notYou: (app) => `Você não pediu ajuda a ${app}? Ignore este e-mail: o link sozinho não deixa ninguém entrar.`,
  },
  ja: {
    login: (app) => `${app} からログインページをお送りします。`,
    recovery: (app) => `${app} からアカウントを復旧するページをお送りします。`,
    notYou: (app) =>
      `${app} に問い合わせていない場合は、このメールを無視してください。リンクだけでは誰もログインできません。`,
  },
  'zh-Hans': {
    login: (app) => `${app} 向你发送登录页面：`,
    recovery: (app) => `${app} 向你发送找回账户的页面：`,
    notYou: (app) => `没有向 ${app} 求助？请忽略此邮件：仅凭该链接无法登录。`,
  },
  ar: {
    login: (app) => `يرسل إليك ${app} صفحة تسجيل الدخول:`,
    recovery: (app) => `يرسل إليك ${app} صفحة استعادة حسابك:`,
    notYou: (app) => `لم تطلب المساعدة من ${app}؟ تجاهل هذه الرسالة: الرابط وحده لا يُدخل أحدًا.`,
  },
};
