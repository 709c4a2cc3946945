import type { Language } from '../../../contract/language.js';

/** What a mailed key is for. */
export type KeyPurpose = 'login' | 'recovery';

/** The texts for one purpose. */
type PurposeWords = {
  readonly subject: (app: string) => string;
  readonly intro: (app: string) => string;
  readonly button: string;
  readonly notYou: string;
};

/** The texts of an e-mail with a key. */
type KeyWords = { readonly [Purpose in KeyPurpose]: PurposeWords } & {
  /** Beside a link, and where there is none. */
  readonly pasteToo: (app: string) => string;
  readonly pasteOnly: (app: string) => string;
};

export const keyWords: { readonly [L in Language]: KeyWords } = {
  en: {
    login: {
      subject: (app) => `Log in to ${app}`,
      intro: (app) => `Use this link to log in to ${app}, in the browser where you asked for it:`,
      button: 'Log in',
      notYou: "Didn't request this? Ignore this email: only the browser that asked for the link can use it.",
    },
    recovery: {
      subject: (app) => `Recover your ${app} account`,
      intro: (app) => `Use this link to get back into your ${app} account, in the browser where you asked for it:`,
      button: 'Recover account',
      notYou:
        "Didn't request this? Don't open the link: somebody may be trying to get into your account. Nothing happens without it.",
    },
    pasteToo: (app) => `The link opened elsewhere? Paste this text where ${app} asks for it:`,
    pasteOnly: (app) => `Paste this text where ${app} asks for it:`,
  },
  de: {
    login: {
      subject: (app) => `Bei ${app} anmelden`,
      intro: (app) =>
        `Öffne diesen Link in dem Browser, in dem du ihn angefordert hast, um dich bei ${app} anzumelden:`,
      button: 'Anmelden',
      notYou:
        'Du hast das nicht angefordert? Ignoriere diese E-Mail: Nur der Browser, der den Link angefordert hat, kann ihn verwenden.',
    },
    recovery: {
      subject: (app) => `Dein Konto bei ${app} wiederherstellen`,
      intro: (app) =>
        `Öffne diesen Link in dem Browser, in dem du ihn angefordert hast, um wieder in dein Konto bei ${app} zu kommen:`,
      button: 'Konto wiederherstellen',
      notYou:
        'Du hast das nicht angefordert? Öffne den Link nicht: Vielleicht versucht jemand, in dein Konto zu kommen. Ohne den Link passiert nichts.',
    },
    pasteToo: (app) => `Der Link hat sich anderswo geöffnet? Füge diesen Text dort ein, wo ${app} danach fragt:`,
    pasteOnly: (app) => `Füge diesen Text dort ein, wo ${app} danach fragt:`,
  },
  fr: {
    login: {
      subject: (app) => `Se connecter à ${app}`,
      intro: (app) => `Ouvrez ce lien dans le navigateur où vous l’avez demandé, pour vous connecter à ${app}\u00a0:`,
      button: 'Se connecter',
      notYou:
        'Ce n’était pas vous\u202f? Ignorez cet e-mail\u00a0: seul le navigateur qui a demandé le lien peut l’utiliser.',
    },
    recovery: {
      subject: (app) => `Récupérer votre compte ${app}`,
      intro: (app) =>
        `Ouvrez ce lien dans le navigateur où vous l’avez demandé, pour retrouver l’accès à votre compte ${app}\u00a0:`,
      button: 'Récupérer le compte',
      notYou:
        'Ce n’était pas vous\u202f? N’ouvrez pas le lien\u00a0: quelqu’un essaie peut-être d’accéder à votre compte. Sans le lien, il ne se passe rien.',
    },
    pasteToo: (app) => `Le lien s’est ouvert ailleurs\u202f? Collez ce texte là où ${app} le demande\u00a0:`,
    pasteOnly: (app) => `Collez ce texte là où ${app} le demande\u00a0:`,
  },
  es: {
    login: {
      subject: (app) => `Inicia sesión en ${app}`,
      intro: (app) => `Abre este enlace en el navegador donde lo pediste, para iniciar sesión en ${app}:`,
      button: 'Iniciar sesión',
      notYou: '¿No fuiste tú? Ignora este correo: solo el navegador que pidió el enlace puede usarlo.',
    },
    recovery: {
      subject: (app) => `Recupera tu cuenta de ${app}`,
      intro: (app) => `Abre este enlace en el navegador donde lo pediste, para recuperar tu cuenta de ${app}:`,
      button: 'Recuperar la cuenta',
      notYou:
        '¿No fuiste tú? No abras el enlace: puede que alguien intente entrar en tu cuenta. Sin el enlace no pasa nada.',
    },
    pasteToo: (app) => `¿El enlace se abrió en otro sitio? Pega este texto donde ${app} lo pida:`,
    pasteOnly: (app) => `Pega este texto donde ${app} lo pida:`,
  },
  pt: {
    login: {
      subject: (app) => `Entrar em ${app}`,
      intro: (app) => `Abra este link no navegador em que você o pediu, para entrar em ${app}:`,
      button: 'Entrar',
      notYou: 'Não foi você? Ignore este e-mail: só o navegador que pediu o link pode usá-lo.',
    },
    recovery: {
      subject: (app) => `Recupere sua conta em ${app}`,
      intro: (app) => `Abra este link no navegador em que você o pediu, para voltar à sua conta em ${app}:`,
      button: 'Recuperar a conta',
      notYou:
        'Não foi você? Não abra o link: alguém pode estar tentando entrar na sua conta. Sem o link, nada acontece.',
    },
    pasteToo: (app) => `O link abriu em outro lugar? Cole este texto onde ${app} pedir:`,
    pasteOnly: (app) => `Cole este texto onde ${app} pedir:`,
  },
  ja: {
    login: {
      subject: (app) => `${app} にログイン`,
      intro: (app) => `リンクをリクエストしたブラウザーで開くと、${app} にログインできます：`,
      button: 'ログイン',
      notYou:
        'お心当たりがない場合は、このメールを無視してください。リンクを使えるのは、リクエストしたブラウザーだけです。',
    },
    recovery: {
      subject: (app) => `${app} のアカウントの復旧`,
      intro: (app) => `リンクをリクエストしたブラウザーで開くと、${app} のアカウントを復旧できます：`,
      button: 'アカウントを復旧',
      notYou:
        'お心当たりがない場合は、リンクを開かないでください。第三者があなたのアカウントに入ろうとしている可能性があります。リンクがなければ何も起こりません。',
    },
    pasteToo: (app) => `別のブラウザーでリンクが開いた場合は、${app} の入力欄に次の文字列を貼り付けてください：`,
    pasteOnly: (app) => `${app} の入力欄に次の文字列を貼り付けてください：`,
  },
  'zh-Hans': {
    login: {
      subject: (app) => `登录 ${app}`,
      intro: (app) => `请在你提出请求的浏览器中打开此链接，登录 ${app}：`,
      button: '登录',
      notYou: '不是你本人操作？请忽略此邮件：只有提出请求的浏览器才能使用此链接。',
    },
    recovery: {
      subject: (app) => `恢复你的 ${app} 账户`,
      intro: (app) => `请在你提出请求的浏览器中打开此链接，恢复你的 ${app} 账户：`,
      button: '恢复账户',
      notYou: '不是你本人操作？请勿打开链接：可能有人试图进入你的账户。不打开链接，就不会发生任何事。',
    },
    pasteToo: (app) => `链接在别处打开了？请将以下文本粘贴到 ${app} 要求的位置：`,
    pasteOnly: (app) => `请将以下文本粘贴到 ${app} 要求的位置：`,
  },
  ar: {
    login: {
      subject: (app) => `تسجيل الدخول إلى ${app}`,
      intro: (app) => `افتح هذا الرابط في المتصفح الذي طلبته منه لتسجيل الدخول إلى \u2068${app}\u2069:`,
      button: 'تسجيل الدخول',
      notYou: 'لم تطلب هذا؟ تجاهل هذه الرسالة: لا يستطيع استخدام الرابط إلا المتصفح الذي طلبه.',
    },
    recovery: {
      subject: (app) => `استرداد حسابك في ${app}`,
      intro: (app) => `افتح هذا الرابط في المتصفح الذي طلبته منه للعودة إلى حسابك في \u2068${app}\u2069:`,
      button: 'استرداد الحساب',
      notYou: 'لم تطلب هذا؟ لا تفتح الرابط: ربما يحاول أحدهم الدخول إلى حسابك. لن يحدث شيء من دون الرابط.',
    },
    pasteToo: (app) => `هل فُتح الرابط في مكان آخر؟ الصق هذا النص حيث يطلبه \u2068${app}\u2069:`,
    pasteOnly: (app) => `الصق هذا النص حيث يطلبه \u2068${app}\u2069:`,
  },
};
