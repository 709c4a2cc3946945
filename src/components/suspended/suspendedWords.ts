import type { useLanguage } from '../../hooks/useLanguage.js';

type SuspendedWords = {
  /** What a person can do, and what not. */
  readonly suspended: string;
  /** The link to the operator. */
  readonly support: string;
};

/** In every language; loaded when somebody is suspended. */
export const suspendedWords: Readonly<Record<ReturnType<typeof useLanguage>['language'], SuspendedWords>> = {
  en: { suspended: 'Your account is suspended. You can still export your wallet.', support: 'Contact support' },
  de: {
    suspended: 'Dein Konto ist gesperrt. Deine Wallet kannst du weiterhin exportieren.',
    support: 'Support fragen',
  },
  fr: {
    suspended: 'Votre compte est suspendu. Vous pouvez toujours exporter votre portefeuille.',
    support: 'Contacter l’assistance',
  },
  es: {
    suspended: 'Tu cuenta está suspendida. Todavía puedes exportar tu billetera.',
    support: 'Contactar con soporte',
  },
  pt: { suspended: 'Sua conta está suspensa. Você ainda pode exportar sua carteira.', support: 'Falar com o suporte' },
  ja: {
    suspended: 'アカウントは停止されています。ウォレットのエクスポートは引き続き可能です。',
    support: 'サポートに問い合わせる',
  },
  'zh-Hans': { suspended: '你的账户已被暂停。你仍可导出钱包。', support: '联系客服' },
  ar: { suspended: 'حسابك معلّق. لا يزال بإمكانك تصدير محفظتك.', support: 'الاتصال بالدعم' },
};
