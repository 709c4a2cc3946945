import type { Language } from '../../contract/language.js';
import { escapeHtml } from '../escapeHtml.js';

/** The sender of a mail, and its language. */
type Sender = {
  readonly appName: string;
  readonly logoUrl?: string | undefined;
  readonly language?: Language | undefined;
};

/** A mail as HTML: a card with the app's logo, if any, above its text. @param content - HTML. */
export const htmlMail = ({ appName, logoUrl, language = 'en' }: Sender, content: readonly string[]): string =>
  [
    `<!doctype html><html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}><meta charset="utf-8">`,
    `<title>${escapeHtml(appName)}</title>`,
    '<body style="margin:0;padding:32px 16px;background:#f5f6fa;font-family:system-ui,sans-serif;color:#12151d">',
    '<div style="max-width:440px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">',
    logoUrl === undefined
      ? ''
      : `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(appName)}" style="max-width:340px;max-height:124px">`,
    ...content,
    '</div></body></html>',
  ].join('');
