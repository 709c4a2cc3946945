import type { EmailTemplateKind, MessageChannel, MessageKind, MessageState } from 'latchkey/contract';

/** How a person reads them. */
export const templateKinds: Readonly<Record<EmailTemplateKind, string>> = {
  EMAIL_TEMPLATE_KIND_CODE: 'Login code',
  EMAIL_TEMPLATE_KIND_LOGIN_LINK: 'Login link',
  EMAIL_TEMPLATE_KIND_RECOVERY_LINK: 'Recovery link',
};

/** What the service gives to templates of each kind. @see docs/mail-templates.md */
export const given: Readonly<Record<EmailTemplateKind, readonly string[]>> = {
  EMAIL_TEMPLATE_KIND_CODE: ['code', 'link', 'appName', 'contact', 'expiresInMinutes', 'requestedAt'],
  EMAIL_TEMPLATE_KIND_LOGIN_LINK: ['link', 'bundle', 'appName', 'contact', 'expiresInMinutes', 'requestedAt'],
  EMAIL_TEMPLATE_KIND_RECOVERY_LINK: ['link', 'bundle', 'appName', 'contact', 'expiresInMinutes', 'requestedAt'],
};

export const languages = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  ja: 'Japanese',
  'zh-Hans': 'Chinese',
  ar: 'Arabic',
} as const;
export type Language = keyof typeof languages;

export const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text);

export const messageKinds: Readonly<Record<MessageKind, string>> = {
  CODE: 'Login code',
  LOGIN_LINK: 'Login link',
  RECOVERY_LINK: 'Recovery link',
  LOGIN_PAGE: 'Link to the login page',
  RECOVERY_PAGE: 'Link to the recovery page',
  INVITATION: 'Invitation',
  CONTACT_NOTICE: 'Notice of a changed contact',
  TEST: 'Test',
};

export const channels: Readonly<Record<MessageChannel, string>> = { EMAIL: 'email', SMS: 'text message' };

export const messageStates: Readonly<Record<MessageState, { readonly words: string; readonly look: string }>> = {
  SENT: { words: 'Sent', look: 'chip good' },
  WAITING: { words: 'Waiting', look: 'chip warn' },
  GIVEN_UP: { words: 'Given up', look: 'chip bad' },
  EXPIRED: { words: 'Not sent in time', look: 'chip bad' },
  NOT_WANTED: { words: 'Not needed any more', look: 'chip' },
};

const refusals: Readonly<Record<string, string>> = {
  DELIVERY_NOT_CONFIGURED: 'No mail server or SMS service is set up for it.',
  MESSAGE_UNSAFE: 'A name or an address in it would have broken out of its line.',
  SMTP_UNREACHABLE: 'The mail server could not be reached.',
  SMTP_LOGIN_REFUSED: 'The mail server did not accept the service’s login.',
  SMTP_REFUSED: 'The mail server refused it.',
  SMS_UNREACHABLE: 'The SMS service could not be reached.',
  SMS_REFUSED: 'The SMS service refused it.',
};

/** Why the last try failed. */
export const refusalText = (code: string): string =>
  Object.hasOwn(refusals, code) ? (refusals[code] ?? code) : `It failed: ${code}.`;
