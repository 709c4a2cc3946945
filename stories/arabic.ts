import type { OtpMessageChanges } from '../src/index.js';

/** The words of the screen in Arabic, for a story that runs from right to left. */
export const arabic: OtpMessageChanges = {
  locale: 'ar-EG',
  contactTitle: 'تسجيل الدخول',
  contactLead: () => 'سنرسل إليك رمزًا بالبريد. لا حاجة إلى كلمة مرور.',
  emailLabel: 'البريد الإلكتروني',
  continue: 'متابعة',
  sending: 'جارٍ الإرسال…',
  codeTitle: () => 'تحقّق من بريدك',
  codeLead: () => ['أدخل الرمز الذي أرسلناه إلى ', '.'],
  expiredTitle: 'انتهت صلاحية الرمز',
  expiredLead: ['اطلب إرسال رمز جديد إلى ', '.'],
  codeLabel: 'الرمز',
  checking: 'جارٍ التحقق…',
  leaving: 'جارٍ تسجيل الدخول…',
  back: 'رجوع',
  edit: 'تغيير',
  editName: () => 'تغيير البريد الإلكتروني',
  expiresIn: (time) => `تنتهي الصلاحية خلال ${time}`,
  expiresSoon: 'تنتهي صلاحية الرمز خلال دقيقة واحدة.',
  resendQuestion: 'لم يصلك؟',
  resend: 'إرسال رمز جديد',
  resendLater: 'إعادة الإرسال',
  resendIn: (time) => `خلال ${time}`,
  resendReady: 'يمكنك الآن طلب رمز جديد.',
  problems: { OTP_WRONG: 'هذا الرمز غير صحيح. حاول مرة أخرى.' },
};
