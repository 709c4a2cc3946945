import type { OtpMessageChanges } from '../src/index.js';

/** The words of the screen in Arabic, for a story that runs from right to left. */
export const arabic: OtpMessageChanges = {
  locale: 'ar-EG',
  contactTitle: 'تسجيل الدخول',
  contactLead: () => 'أدخل بريدك الإلكتروني وسنرسل إليك رمزًا يُستخدم مرة واحدة. لا حاجة إلى كلمة مرور.',
  emailLabel: 'البريد الإلكتروني',
  continue: 'متابعة',
  sending: 'جارٍ الإرسال…',
  codeTitle: () => 'تحقّق من بريدك',
  codeLead: () => ['أرسلنا رمزًا إلى ', '.'],
  expiredLead: ['انتهت صلاحية الرمز الذي أرسلناه إلى ', '.'],
  codeLabel: 'الرمز',
  logIn: 'دخول',
  checking: 'جارٍ التحقق…',
  edit: () => 'تغيير العنوان',
  expiresIn: (time) => `تنتهي صلاحية الرمز خلال ${time}`,
  resend: 'إرسال رمز جديد',
  resendIn: (time) => `إعادة الإرسال خلال ${time}`,
  doneTitle: 'تم تسجيل الدخول',
  doneLead: 'لحظة واحدة…',
  problems: { OTP_WRONG: 'هذا ليس الرمز الذي أرسلناه. تحقّق منه وحاول مرة أخرى.' },
};
