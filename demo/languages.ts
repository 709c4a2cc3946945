/** The languages of the screens, by their own names. */
export const languages: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ar: 'العربية',
};
