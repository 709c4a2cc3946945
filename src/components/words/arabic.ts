import type { LoginMessages } from '../loginMessages.js';
import type { ProblemFacts } from '../otpMessages.js';

/** The texts in Arabic. */
export const arabic: LoginMessages = {
  locale: 'ar',
  contactTitle: (app) => (app === undefined ? 'تسجيل الدخول' : `تسجيل الدخول إلى \u2068${app}\u2069`),
  cardLead: 'جديد هنا؟ سننشئ لك حسابًا.',
  contactLead: (method) =>
    `سنرسل إليك رمزًا ${method === 'email' ? 'بالبريد الإلكتروني' : 'برسالة نصية'}. لا حاجة إلى كلمة مرور.`,
  emailLabel: 'البريد الإلكتروني',
  phoneLabel: 'رقم الهاتف',
  countryLabel: 'البلد',
  phoneHint: 'ابدأ بعلامة + ورمز بلدك، مثل \u2066+20\u2069.',
  didYouMean: (address) => `هل تقصد ${address}؟`,
  continue: 'متابعة',
  sending: 'جارٍ الإرسال…',
  reload: 'إعادة التحميل',
  use: (method) => (method === 'email' ? 'استخدام البريد' : 'استخدام الهاتف'),
  codeTitle: (method) => (method === 'email' ? 'تحقّق من بريدك' : 'تحقّق من هاتفك'),
  codeLead: (form, isNew) => [isNew ? 'أرسلنا رمزًا جديدًا إلى ' : `أدخل ${codeOf(form)} الذي أرسلناه إلى `, '.'],
  expiredTitle: 'انتهت صلاحية هذا الرمز',
  lockedTitle: 'لم يعد هذا الرمز صالحًا',
  expiredLead: ['اطلب إرسال رمز جديد إلى ', '.'],
  codeLabel: (form) => codeOf(form),
  checking: 'جارٍ التحقق…',
  leaving: (app = '') => (app === '' || app.length > 7 ? 'جارٍ تسجيل الدخول…' : `جارٍ الانتقال إلى \u2068${app}\u2069…`),
  back: 'رجوع',
  edit: 'تغيير',
  editName: (method) => (method === 'email' ? 'تغيير البريد الإلكتروني' : 'تغيير رقم الهاتف'),
  expiresIn: (time) => `تنتهي الصلاحية خلال ${time}`,
  expiresSoon: 'تنتهي صلاحية رمزك خلال دقيقة واحدة.',
  openMail: (host) => `فتح ${host}`,
  resendQuestion: 'لم يصلك؟',
  resend: 'إرسال رمز جديد',
  resendLater: 'إعادة الإرسال',
  resendIn: (time) => `خلال ${time}`,
  resendReady: 'يمكنك الآن طلب رمز جديد.',
  or: 'أو',
  orContinueWith: 'أو تابع باستخدام',
  continueWith: (provider) => `المتابعة باستخدام ${provider}`,
  continueWithPasskey: 'المتابعة بمفتاح مرور',
  passkey: 'مفتاح مرور',
  passkeyLead: 'استخدم بصمتك أو وجهك أو قفل الشاشة.',
  moreWays: 'طرق أخرى للدخول',
  lastUsed: 'آخر استخدام',
  continueThere: (provider) => `تابع في نافذة ${provider}`,
  windowLead: 'أكمل هناك وسيتم تسجيل دخولك.',
  openAgain: 'افتحها مجددًا',
  anotherWay: 'استخدم طريقة أخرى',
  continueOnDevice: 'تابع على جهازك…',
  cancel: 'إلغاء',
  continueInTab: 'المتابعة في علامة التبويب هذه',
  signUpByPasskey: 'التسجيل بمفتاح مرور',
  createPasskey: 'إنشاء مفتاح مرور',
  passkeyName: 'اسم مفتاح المرور',
  agreeToBoth: ['بالمتابعة، فإنك توافق على ', ' و', '.'],
  agreeToOne: ['بالمتابعة، فإنك توافق على ', '.'],
  terms: 'الشروط',
  privacy: 'سياسة الخصوصية',
  close: 'إغلاق',
  logIn: 'تسجيل الدخول',
  logOut: 'تسجيل الخروج',
  menuOf: (name) => `حسابك: ${name}`,
  copyAddress: 'نسخ العنوان',
  copied: 'تم النسخ',
  notDurable: 'لن يتذكرك هذا المتصفح: سيُسجَّل خروجك عند إغلاق هذه الصفحة أو إعادة تحميلها.',
  problems: {
    CONTACT_INVALID: ({ method }) =>
      method === 'email' ? 'أدخل بريدًا مثل \u2066name@example.com\u2069.' : 'أدخل رقم هاتفك كاملًا.',
    CODE_INCOMPLETE: ({ form }) => `أدخل الرمز كاملًا: ${counted(form)}.`,
    OTP_WRONG: 'هذا الرمز غير صحيح. حاول مرة أخرى.',
    OTP_EXPIRED: 'انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.',
    OTP_SPENT: 'سبق استخدام هذا الرمز. اطلب رمزًا جديدًا.',
    TOO_MANY_ATTEMPTS: 'رموز خاطئة كثيرة جدًا. اطلب رمزًا جديدًا.',
    CONTACT_NOT_SERVED: 'لا يمكننا إرسال رسالة نصية إلى هذا الرقم. استخدم البريد.',
    CREDENTIAL_CONFLICT: 'هذا مسجَّل لحساب آخر.',
    LOGIN_BUSY: (facts) => `الإقبال كبير على تسجيل الدخول الآن. ${tryLater(facts)}`,
    TOO_MANY_CODES: (facts) => `طُلبت رموز كثيرة جدًا. ${tryLater(facts)}`,
    TOO_MUCH_WORK: (facts) => `الخدمة مشغولة جدًا الآن. ${tryLater(facts)}`,
    TOO_MANY_SIGNUPS: (facts) => `حسابات جديدة كثيرة جدًا من هذه الشبكة. ${tryLater(facts)}`,
    TOO_MANY_REQUESTS: (facts) => `طلبات كثيرة جدًا من هذه الشبكة. ${tryLater(facts)}`,
    TOO_MANY_REFUSALS: (facts) => `محاولات كثيرة جدًا من هذه الشبكة. ${tryLater(facts)}`,
    METHOD_NOT_ENABLED: ({ method, by }) =>
      `الدخول ${by ? `باستخدام ${by}` : method === 'email' ? 'بالبريد' : 'برسالة نصية'} غير متاح.`,
    PROXY_NOT_AVAILABLE: 'تسجيل الدخول غير متاح الآن.',
    ORIGIN_NOT_ALLOWED: 'لم يتم إعداد تسجيل الدخول لهذا الموقع.',
    CAPTCHA_REQUIRED: 'لم يتم إعداد تسجيل الدخول لهذا الموقع.',
    CAPTCHA_REFUSED: captchaFailed(),
    CAPTCHA_SPENT: captchaFailed(),
    CAPTCHA_FAILED: captchaFailed(),
    CAPTCHA_NOT_LOADED: captchaNotLoaded(),
    CAPTCHA_UNAVAILABLE: captchaNotLoaded(),
    NETWORK_FAILED: noAnswer,
    TIMED_OUT: 'يستغرق هذا وقتًا طويلًا. حاول مرة أخرى.',
    UNREACHABLE_OR_ORIGIN: noAnswer,
    PART_NOT_FETCHED: (facts) => (facts.isOffline ? noAnswer(facts) : 'لم تُحمَّل هذه الخطوة. أعد تحميل الصفحة.'),
    UNAVAILABLE: ourSide(),
    INTERNAL: ourSide(),
    SEALED_UNREADABLE: 'حدث خلل لدينا، ولن تفيد إعادة المحاولة. تواصل مع الدعم.',
    DEADLINE: ourSide(),
    TIMESTAMP_NOT_LIVE: 'تاريخ جهازك أو وقته غير صحيح. صحّحه ثم حاول مرة أخرى.',
    FRESH_LOGIN_REQUIRED: 'سجّل الدخول مرة أخرى للمتابعة.',
    VERIFICATION_TOKEN_EXPIRED: tookTooLong(),
    VERIFICATION_TOKEN_SPENT: tookTooLong(),
    POPUP_BLOCKED: 'منع متصفحك فتح النافذة.',
    IN_APP_BROWSER: 'افتح هذه الصفحة في متصفحك لتسجيل الدخول.',
    OAUTH_DENIED: 'رُفض تسجيل الدخول. حاول مرة أخرى.',
    OAUTH_TIMED_OUT: 'استغرق ذلك وقتًا طويلًا. حاول مرة أخرى.',
    OAUTH_STATE_MISMATCH: providerFailed,
    OAUTH_NONCE_MISMATCH: providerFailed,
    OAUTH_ISSUER_MISMATCH: providerFailed,
    OAUTH_AUDIENCE_MISMATCH: providerFailed,
    OAUTH_PROVIDER_ERROR: providerFailed,
    OAUTH_PROVIDER_UNREACHABLE: providerFailed,
    OAUTH_CODE_REFUSED: providerFailed,
    OAUTH_NOT_CONFIGURED: ({ by = '' }) => `لم يتم إعداد الدخول باستخدام ${by} لهذا الموقع.`,
    PASSKEY_TIMED_OUT: 'استغرق ذلك وقتًا طويلًا. حاول مرة أخرى.',
    PASSKEY_NOT_SUPPORTED: 'هذا المتصفح لا يدعم مفاتيح المرور.',
    PASSKEY_ORIGIN_NOT_ALLOWED: 'لم يتم إعداد مفاتيح المرور لهذا الموقع.',
    PASSKEY_NOT_FOUND: 'أُزيل مفتاح المرور هذا. سجّل الدخول بطريقة أخرى.',
    CREDENTIAL_NOT_FOUND: 'أُزيل مفتاح المرور هذا. سجّل الدخول بطريقة أخرى.',
    PASSKEY_FAILED: 'لم يعمل مفتاح المرور هذا. جرّب طريقة أخرى.',
    PASSKEY_CLONED: 'لم يعمل مفتاح المرور هذا. جرّب طريقة أخرى.',
    SESSION_STORAGE_BLOCKED: 'المتصفح يمنع التخزين. اسمح به ثم حاول مرة أخرى.',
    OTHER: ({ code }) => `حدث خطأ ما. حاول مرة أخرى. المرجع: ${code}`,
  },
};

type Form = { length: number; alphanumeric: boolean };

function codeOf(form: Form): string {
  return `الرمز المكوّن من ${counted(form)}`;
}

/** Arabic counts three to ten things in the plural and more than ten in the singular. @see CLDR, plural rules of ar */
function counted({ length, alphanumeric }: Form): string {
  const isFew = new Intl.PluralRules('ar').select(length) === 'few';
  if (alphanumeric) return `${length} ${isFew ? 'أحرف' : 'حرفًا'}`;
  return `${length} ${isFew ? 'أرقام' : 'رقمًا'}`;
}

function tryLater({ wait = 'لاحقًا' }: ProblemFacts): string {
  return `حاول مرة أخرى ${wait}.`;
}

function noAnswer({ isOffline }: ProblemFacts): string {
  return isOffline ? 'أنت غير متصل بالإنترنت. اتصل ثم حاول مرة أخرى.' : 'تعذّر الاتصال. حاول مرة أخرى.';
}

function ourSide(): string {
  return 'حدث خلل لدينا. حاول مرة أخرى بعد قليل.';
}

function tookTooLong(): string {
  return 'استغرق ذلك وقتًا طويلًا. اطلب رمزًا جديدًا.';
}

function providerFailed({ by = '' }: ProblemFacts): string {
  return `تعذّر الدخول باستخدام ${by}. حاول مرة أخرى.`;
}

function captchaFailed(): string {
  return 'فشل التحقق الأمني. حاول مرة أخرى.';
}

function captchaNotLoaded(): string {
  return 'لم يُحمَّل التحقق الأمني. حاول مرة أخرى بعد قليل.';
}
