import type { ProofMessages } from '../proof/proofMessages.js';

/** The texts of the badge of a proof in Arabic. */
export const arabicProof: ProofMessages = {
  checking: 'جارٍ التحقق…',
  verified: ['تم التحقق على هذا الجهاز: أُنشئ هذا العنوان داخل ', '.'],
  unmeasured: 'وُقّع داخل جيب آمن في AWS. لم يتم التحقق من أيّها.',
  software: 'وقّعه خادم هذا التطبيق. تم التحقق على هذا الجهاز.',
  none: 'لا يوجد إثبات.',
  failed: 'هذا الإثبات غير مطابق.',
  notChecked: 'تعذّر التحقق.',
  tryAgain: 'إعادة المحاولة',
  details: 'التفاصيل',
  address: 'العنوان',
  path: 'المسار',
  proved: 'وقت التوقيع',
  attested: 'بدء الخادم',
  enclave: 'الخادم',
  root: 'الجذر',
  reference: 'المرجع',
  expected: 'المتوقع',
  received: 'المستلم',
  save: 'حفظ التقرير',
};
