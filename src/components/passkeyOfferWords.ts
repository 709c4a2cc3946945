import type { Language } from '../contract/language.js';
import type { PasskeyOfferMessages } from './passkeyOfferMessages.js';

type Words = Omit<PasskeyOfferMessages, 'problems' | 'locale'> & {
  readonly timedOut: string;
  readonly notSupported: string;
  readonly isHere: string;
  readonly notSetUp: string;
  readonly logInAgain: string;
  readonly offline: string;
  readonly noAnswer: string;
  readonly slow: string;
  /** The sentence before the code. */
  readonly other: string;
};

/** The texts of the offer in all languages but English. */
export const passkeyOfferWords = (language: Exclude<Language, 'en'>): PasskeyOfferMessages => {
  const { timedOut, notSupported, isHere, notSetUp, logInAgain, offline, noAnswer, slow, other, ...words } =
    written[language];
  const unheard = ({ isOffline }: { isOffline: boolean }) => (isOffline ? offline : noAnswer);
  return {
    ...words,
    locale: language,
    problems: {
      PASSKEY_TIMED_OUT: timedOut,
      PASSKEY_NOT_SUPPORTED: notSupported,
      PASSKEY_ALREADY_REGISTERED: isHere,
      PASSKEY_ORIGIN_NOT_ALLOWED: notSetUp,
      PASSKEY_INVALID: notSetUp,
      FRESH_LOGIN_REQUIRED: logInAgain,
      SESSION_GONE: logInAgain,
      NETWORK_FAILED: unheard,
      UNREACHABLE_OR_ORIGIN: unheard,
      TIMED_OUT: slow,
      OTHER: ({ code }) => `${other}${code}`,
    },
  };
};

const written: { readonly [L in Exclude<Language, 'en'>]: Words } = {
  de: {
    title: 'Nächstes Mal schneller anmelden',
    lead: 'Nutze Fingerabdruck, Gesicht oder Displaysperre statt eines Codes.',
    waiting: 'Weiter auf deinem Gerät…',
    create: 'Passkey erstellen',
    cancel: 'Abbrechen',
    skip: 'Jetzt nicht',
    timedOut: 'Das hat zu lange gedauert. Versuch es noch einmal.',
    notSupported: 'Dieses Gerät kann keinen Passkey speichern.',
    isHere: 'Dieses Gerät hat deinen Passkey schon.',
    notSetUp: 'Für diese Website sind Passkeys nicht eingerichtet.',
    logInAgain: 'Melde dich noch einmal an, um fortzufahren.',
    offline: 'Du bist offline. Verbinde dich und versuch es noch einmal.',
    noAnswer: 'Keine Verbindung. Versuch es noch einmal.',
    slow: 'Das dauert zu lange. Versuch es noch einmal.',
    other: 'Etwas ist schiefgegangen. Versuch es noch einmal. Referenz: ',
  },
  fr: {
    title: 'Plus vite la prochaine fois',
    lead: 'Utilisez votre empreinte, votre visage ou le verrouillage de l’écran au lieu d’un code.',
    waiting: 'Continuez sur votre appareil…',
    create: 'Créer une clé d’accès',
    cancel: 'Annuler',
    skip: 'Pas maintenant',
    timedOut: 'Le délai est dépassé. Réessayez.',
    notSupported: 'Cet appareil ne peut pas enregistrer de clé d’accès.',
    isHere: 'Cet appareil a déjà votre clé d’accès.',
    notSetUp: 'Les clés d’accès ne sont pas configurées pour ce site.',
    logInAgain: 'Reconnectez-vous pour continuer.',
    offline: 'Vous êtes hors ligne. Vérifiez votre connexion Internet et réessayez.',
    noAnswer: 'Serveur injoignable. Réessayez.',
    slow: 'Cela prend trop de temps. Réessayez.',
    other: 'Un problème est survenu. Réessayez. Référence\u00a0: ',
  },
  es: {
    title: 'Entra más rápido la próxima vez',
    lead: 'Usa tu huella, tu cara o el bloqueo de pantalla en lugar de un código.',
    waiting: 'Continúa en tu dispositivo…',
    create: 'Crear una llave de acceso',
    cancel: 'Cancelar',
    skip: 'Ahora no',
    timedOut: 'Tardó demasiado. Inténtalo de nuevo.',
    notSupported: 'Este dispositivo no puede guardar llaves de acceso.',
    isHere: 'Este dispositivo ya tiene tu llave de acceso.',
    notSetUp: 'Las llaves de acceso no están configuradas en este sitio.',
    logInAgain: 'Inicia sesión de nuevo para continuar.',
    offline: 'Estás sin conexión. Conéctate e inténtalo de nuevo.',
    noAnswer: 'No se puede conectar. Inténtalo de nuevo.',
    slow: 'Está tardando demasiado. Inténtalo de nuevo.',
    other: 'Algo salió mal. Inténtalo de nuevo. Referencia: ',
  },
  pt: {
    title: 'Entre mais rápido da próxima vez',
    lead: 'Use sua digital, seu rosto ou o bloqueio de tela em vez de um código.',
    waiting: 'Continue no seu dispositivo…',
    create: 'Criar uma chave de acesso',
    cancel: 'Cancelar',
    skip: 'Agora não',
    timedOut: 'Demorou demais. Tente de novo.',
    notSupported: 'Este dispositivo não pode guardar chaves de acesso.',
    isHere: 'Este dispositivo já tem sua chave de acesso.',
    notSetUp: 'As chaves de acesso não estão configuradas neste site.',
    logInAgain: 'Entre de novo para continuar.',
    offline: 'Você está sem internet. Conecte-se e tente de novo.',
    noAnswer: 'Não foi possível conectar. Tente de novo.',
    slow: 'Está demorando demais. Tente de novo.',
    other: 'Algo deu errado. Tente de novo. Referência: ',
  },
  ja: {
    title: '次回からすばやくログイン',
    lead: 'コードの代わりに、指紋、顔認証、画面ロックを使えます。',
    waiting: 'お使いのデバイスで続けてください…',
    create: 'パスキーを作成',
    cancel: 'キャンセル',
    skip: '今はしない',
    timedOut: '時間切れです。もう一度お試しください。',
    notSupported: 'このデバイスにはパスキーを保存できません。',
    isHere: 'このデバイスにはすでにパスキーがあります。',
    notSetUp: 'このサイトではパスキーが設定されていません。',
    logInAgain: '続けるにはもう一度ログインしてください。',
    offline: 'オフラインです。接続してから、もう一度お試しください。',
    noAnswer: '接続できません。もう一度お試しください。',
    slow: '時間がかかりすぎています。もう一度お試しください。',
    other: '問題が発生しました。もう一度お試しください。参照コード：',
  },
  'zh-Hans': {
    title: '下次登录更快',
    lead: '用指纹、面容或屏幕锁定代替验证码。',
    waiting: '请在你的设备上继续…',
    create: '创建通行密钥',
    cancel: '取消',
    skip: '暂时不用',
    timedOut: '操作超时，请重试。',
    notSupported: '此设备无法保存通行密钥。',
    isHere: '此设备已有你的通行密钥。',
    notSetUp: '此网站尚未设置通行密钥。',
    logInAgain: '请重新登录以继续。',
    offline: '你已离线，请连接网络后重试。',
    noAnswer: '无法连接，请重试。',
    slow: '等待时间过长，请重试。',
    other: '出现问题，请重试。参考代码：',
  },
  ar: {
    title: 'دخول أسرع في المرة القادمة',
    lead: 'استخدم بصمتك أو وجهك أو قفل الشاشة بدلًا من الرمز.',
    waiting: 'تابع على جهازك…',
    create: 'إنشاء مفتاح مرور',
    cancel: 'إلغاء',
    skip: 'ليس الآن',
    timedOut: 'استغرق ذلك وقتًا طويلًا. حاول مرة أخرى.',
    notSupported: 'لا يمكن لهذا الجهاز حفظ مفتاح مرور.',
    isHere: 'مفتاح مرورك موجود على هذا الجهاز بالفعل.',
    notSetUp: 'لم يتم إعداد مفاتيح المرور لهذا الموقع.',
    logInAgain: 'سجّل الدخول مرة أخرى للمتابعة.',
    offline: 'أنت غير متصل بالإنترنت. اتصل ثم حاول مرة أخرى.',
    noAnswer: 'تعذّر الاتصال. حاول مرة أخرى.',
    slow: 'يستغرق هذا وقتًا طويلًا. حاول مرة أخرى.',
    other: 'حدث خطأ ما. حاول مرة أخرى. المرجع: ',
  },
};
