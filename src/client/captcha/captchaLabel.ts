const labels: Readonly<Record<string, readonly [group: string, cancel: string]>> = {
  en: ['Confirm that you’re human', 'Cancel'],
  de: ['Bestätige, dass du ein Mensch bist', 'Abbrechen'],
  fr: ['Confirmez que vous n’êtes pas un robot', 'Annuler'],
  es: ['Confirma que eres una persona', 'Cancelar'],
  pt: ['Confirme que você é uma pessoa', 'Cancelar'],
  ja: ['人間であることを確認', 'キャンセル'],
  zh: ['确认你是真人', '取消'],
  ar: ['أكّد أنك إنسان', 'إلغاء'],
};

/** The name of the captcha's group for screen readers. */
export const captchaLabel = (language: string): string => labelsIn(language)[0];

/** The label of the button that cancels the captcha. */
export const cancelLabel = (language: string): string => labelsIn(language)[1];

const labelsIn = (language: string): readonly [string, string] =>
  labels[language.slice(0, 2).toLowerCase()] ?? labels.en ?? ['', ''];
