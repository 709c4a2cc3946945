import type { Language } from '../../../../contract/language.js';

/** The texts of the notice to a replaced contact. */
export type NoticeWords = {
  /** Of its times. */
  readonly locale: string;
  readonly subject: (app: string) => string;
  readonly changed: (app: string, time: string) => string;
  readonly fromNow: (app: string) => string;
  /** What to do if the change was not theirs. */
  readonly notYou: (app: string) => string;
  /** A text message: short, since each 70 or 160 characters cost one more. */
  readonly sms: (app: string) => string;
};

export const noticeWords: { readonly [L in Language]: NoticeWords } = {
  en: {
    locale: 'en-GB',
    subject: (app) => `Your email address for ${app} was changed`,
    changed: (app, time) => `This email address was removed from your ${app} account on ${time}.`,
    fromNow: (app) => `Codes for logging in to ${app} no longer come here.`,
    notYou: (app) =>
      `You changed it? Then there is nothing to do. If not, somebody else may be in your account: log in with a passkey or in another way, log out everywhere, and tell ${app} at once.`,
    sms: (app) =>
      `${app}: this number was removed from your account. Not you? Log in, log out everywhere, and tell ${app}.`,
  },
  de: {
    locale: 'de',
    subject: (app) => `Deine E-Mail-Adresse bei ${app} wurde geändert`,
    changed: (app, time) => `Diese E-Mail-Adresse wurde am ${time} aus deinem Konto bei ${app} entfernt.`,
    fromNow: (app) => `Anmeldecodes für ${app} kommen nicht mehr hierher.`,
    notYou: (app) =>
      `Warst du das? Dann musst du nichts tun. Wenn nicht, ist vielleicht jemand anderes in deinem Konto: Melde dich mit einem Passkey oder auf anderem Weg an, melde dich überall ab und sage ${app} sofort Bescheid.`,
    sms: (app) =>
      `${app}: Diese Nummer wurde aus deinem Konto entfernt. Nicht du? Melde dich an, melde dich überall ab und sage ${app} Bescheid.`,
  },
  fr: {
    locale: 'fr',
    subject: (app) => `Votre adresse e-mail pour ${app} a été modifiée`,
    changed: (app, time) => `Cette adresse e-mail a été retirée de votre compte ${app} le ${time}.`,
    fromNow: (app) => `Les codes de connexion à ${app} n’arrivent plus ici.`,
    notYou: (app) =>
      `C’était vous\u202f? Vous n’avez rien à faire. Sinon, quelqu’un d’autre a peut-être accès à votre compte\u00a0: connectez-vous avec une clé d’accès ou autrement, déconnectez-vous partout et prévenez ${app} immédiatement.`,
    sms: (app) =>
      `${app} : ce numéro a été retiré de votre compte. Pas vous ? Connectez-vous, déconnectez-vous partout et prévenez ${app}.`,
  },
  es: {
    locale: 'es',
    subject: (app) => `Tu correo electrónico en ${app} ha cambiado`,
    changed: (app, time) => `Esta dirección de correo se quitó de tu cuenta de ${app} el ${time}.`,
    fromNow: (app) => `Los códigos para entrar en ${app} ya no llegan aquí.`,
    notYou: (app) =>
      `¿Lo cambiaste tú? Entonces no tienes que hacer nada. Si no, puede que otra persona esté en tu cuenta: entra con una llave de acceso o de otra forma, cierra todas las sesiones y avisa a ${app} enseguida.`,
    sms: (app) =>
      `${app}: este número se quitó de tu cuenta. ¿No fuiste tú? Entra, cierra todas las sesiones y avisa a ${app}.`,
  },
  pt: {
    locale: 'pt',
    subject: (app) => `Seu e-mail em ${app} foi alterado`,
    changed: (app, time) => `Este endereço de e-mail foi removido da sua conta em ${app} em ${time}.`,
    fromNow: (app) => `Os códigos para entrar em ${app} não chegam mais aqui.`,
    notYou: (app) =>
      `Foi você? Então não precisa fazer nada. Se não, outra pessoa pode estar na sua conta: entre com uma chave de acesso ou de outra forma, saia de todos os lugares e avise ${app} imediatamente.`,
    sms: (app) =>
      `${app}: este número foi removido da sua conta. Não foi você? Entre, saia de todos os lugares e avise ${app}.`,
  },
  ja: {
    locale: 'ja',
    subject: (app) => `${app} のメールアドレスが変更されました`,
    changed: (app, time) => `${time} に、このメールアドレスは ${app} のアカウントから削除されました。`,
    fromNow: (app) => `今後、${app} のログインコードはこのアドレスに届きません。`,
    notYou: (app) =>
      `ご自身で変更された場合は、何もする必要はありません。お心当たりがない場合は、他の人がアカウントを使っている可能性があります。パスキーなど別の方法でログインし、すべてのデバイスからログアウトして、すぐに ${app} へご連絡ください。`,
    sms: (app) =>
      `${app}：この番号はアカウントから削除されました。心当たりがなければ、ログインして全デバイスからログアウトし、${app} へご連絡ください。`,
  },
  'zh-Hans': {
    locale: 'zh-Hans',
    subject: (app) => `你的 ${app} 邮箱地址已更改`,
    changed: (app, time) => `此邮箱地址已于 ${time} 从你的 ${app} 账户中移除。`,
    fromNow: (app) => `${app} 的登录验证码不会再发到这里。`,
    notYou: (app) =>
      `是你本人更改的？那么无需任何操作。如果不是，可能有人进入了你的账户：请用通行密钥或其他方式登录，退出所有设备，并立即联系 ${app}。`,
    sms: (app) => `${app}：此号码已从你的账户中移除。不是你本人？请登录并退出所有设备，然后联系 ${app}。`,
  },
  ar: {
    locale: 'ar-u-nu-latn',
    subject: (app) => `تم تغيير بريدك الإلكتروني في ${app}`,
    changed: (app, time) => `أُزيل عنوان البريد هذا من حسابك في \u2068${app}\u2069 بتاريخ ${time}.`,
    fromNow: (app) => `لن تُرسل رموز الدخول إلى \u2068${app}\u2069 إلى هنا بعد الآن.`,
    notYou: (app) =>
      `هل غيّرته بنفسك؟ لا يلزمك فعل شيء. وإلا فربما دخل شخص آخر إلى حسابك: سجّل الدخول بمفتاح مرور أو بطريقة أخرى، ثم سجّل الخروج من كل الأجهزة، وأبلغ \u2068${app}\u2069 فورًا.`,
    sms: (app) => `${app}: أُزيل هذا الرقم من حسابك. لم تفعل ذلك؟ سجّل الدخول ثم الخروج من كل الأجهزة، وأبلغ ${app}.`,
  },
};
