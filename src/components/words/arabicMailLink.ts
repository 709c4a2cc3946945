import type { MailLinkWords } from '../english/mailLinkMessages.js';

/** The texts of e-mail links in Arabic. */
export const arabicMailLink: MailLinkWords = {
  sentLead: ['إذا كان هناك حساب باسم ', '، فالرابط في الطريق. افتحه في هذا المتصفح.'],
  pasteQuestion: 'هل فتحته على جهاز آخر؟',
  pasteLabel: 'الرمز من الجهاز الآخر',
  sendAgain: 'إرسال رابط جديد',
  againReady: 'يمكنك الآن طلب رابط جديد.',
  elsewhereTitle: 'أكمل من حيث بدأت',
  elsewhereLead: 'لا يعمل هذا الرابط إلا في المتصفح الذي بدأت فيه. انسخ هذا الرمز وألصقه هناك.',
  codeLabel: 'الرمز',
  copyCode: 'نسخ الرمز',
  elsewhereNote: 'لا تلصقه إلا حيث بدأت. لا يحتاج إليه أحد غيرك.',
  startOver: 'البدء من جديد',
  expiredTitle: 'انتهت صلاحية الرابط',
  usedTitle: 'سبق استخدام هذا الرابط',
  againLead: ['اطلب إرسال رابط جديد إلى ', '.'],
  onceLead: 'يعمل كل رابط مرة واحدة فقط ولوقت قصير.',
  doneTitle: 'تم تسجيل دخولك',
  doneLead: 'يمكنك المتابعة في علامة التبويب هذه.',
  problems: {
    LINK_MALFORMED: 'هذا ليس الرمز كاملًا. انسخه كله.',
    LINK_FOR_ANOTHER_BROWSER: 'هذا الرمز لمتصفح آخر. اطلب رابطًا جديدًا.',
    TOO_MANY_CODES: ({ wait = 'لاحقًا' }) => `طُلبت روابط كثيرة جدًا. حاول مرة أخرى ${wait}.`,
  },
  login: {
    askLead: 'سنرسل إليك رابطًا بالبريد الإلكتروني. لا حاجة إلى كلمة مرور.',
    send: 'أرسل لي رابطًا',
    openedLead: ['فتحت الرابط المرسل إلى ', '.'],
    openedByLink: 'فتحت رابط تسجيل دخول.',
  },
  recovery: {
    title: 'استرداد حسابك',
    askLead: 'لا يمكنك تسجيل الدخول؟ سنرسل إليك رابطًا بالبريد الإلكتروني.',
    send: 'أرسل لي رابطًا',
    openedLead: ['أنشئ مفتاح مرور لـ ', '. ستسجّل الدخول به من الآن فصاعدًا.'],
    openedByLink: 'أنشئ مفتاح مرور. ستسجّل الدخول به من الآن فصاعدًا.',
    createPasskey: 'إنشاء مفتاح مرور',
    recoveredTitle: 'تم استرداد حسابك',
    recoveredLead: 'سجّل الدخول بمفتاح المرور الجديد.',
  },
};
