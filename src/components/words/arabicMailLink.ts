import type { MailLinkWords } from '../mailLinkMessages.js';

/** The texts of e-mail links in Arabic. */
export const arabicMailLink: MailLinkWords = {
  sentLead: ['إذا كان لـ ', ' حساب، فالرابط في الطريق. افتحه في هذا المتصفح.'],
  pasteQuestion: 'هل فتحته على جهاز آخر؟',
  pasteLabel: 'الرمز من الجهاز الآخر',
  sendAgain: 'إرسال رابط جديد',
  againReady: 'يمكنك الآن إرسال رابط جديد.',
  elsewhereTitle: 'أكمل من حيث بدأت',
  elsewhereLead: 'لا يعمل هذا الرابط إلا في المتصفح الذي بدأت فيه. انسخ هذا الرمز وألصقه هناك.',
  codeLabel: 'الرمز',
  copyCode: 'نسخ الرمز',
  elsewhereNote: 'لا تلصقه إلا حيث بدأت. لا يحتاج إليه أحد غيرك.',
  startOver: 'البدء من جديد',
  expiredTitle: 'انتهت صلاحية الرابط',
  usedTitle: 'هذا الرابط مستخدَم',
  againLead: ['أرسل رابطًا جديدًا إلى ', '.'],
  onceLead: 'يعمل كل رابط مرة واحدة، ولوقت قصير.',
  doneTitle: 'تم تسجيل دخولك',
  doneLead: 'يمكنك المتابعة في علامة التبويب هذه.',
  problems: {
    LINK_MALFORMED: 'هذا ليس الرمز كاملًا. انسخه كله.',
    LINK_FOR_ANOTHER_BROWSER: 'هذا لمتصفح آخر. أرسل رابطًا جديدًا.',
    TOO_MANY_CODES: ({ wait = 'لاحقًا' }) => `طُلبت روابط كثيرة جدًا. حاول مجددًا ${wait}.`,
  },
  login: {
    askLead: 'سنرسل إليك رابطًا بالبريد الإلكتروني. دون كلمة مرور.',
    send: 'أرسل لي رابطًا',
    openedLead: ['فتحت الرابط المرسل إلى ', '.'],
    openedByLink: 'فتحت رابط تسجيل دخول.',
  },
  recovery: {
    title: 'استعادة حسابك',
    askLead: 'لا يمكنك الدخول؟ سنرسل إليك رابطًا.',
    send: 'أرسل لي رابطًا',
    openedLead: ['أنشئ مفتاح مرور لـ ', '. به تدخل من الآن.'],
    openedByLink: 'أنشئ مفتاح مرور. به تدخل من الآن.',
    createPasskey: 'إنشاء مفتاح مرور',
    recoveredTitle: 'عاد حسابك',
    recoveredLead: 'سجِّل الدخول بمفتاح المرور الجديد.',
  },
};
