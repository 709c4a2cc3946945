import { directionOf, type Language } from '../../contract/language.js';
import { escapeHtml } from '../escapeHtml.js';
import type { MailContent, MailPart } from './mailContent.js';

/** The sender of a mail, and its language. */
export type Sender = {
  readonly appName: string;
  readonly logoUrl?: string | undefined;
  /** Default: English. */
  readonly language?: Language | undefined;
};

/**
 * A mail as HTML: a card with the app's logo, if any, above its parts. Outlook for Windows draws it too, whose engine is Word's: it knows
 * tables, widths and colours as attributes, and neither `max-width` nor the short forms `font` and `background`. The light colours stand at
 * each element, for programs that drop style sheets; the dark ones in a style sheet.
 *
 * @see https://www.caniemail.com
 */
export function htmlMail(sender: Sender, { preheader, parts }: MailContent): string {
  const { appName, language = 'en' } = sender;
  const direction = directionOf(language);
  const cell = `<tr><td align="${direction === 'rtl' ? 'right' : 'left'}" style="padding-top:`;
  const row = (inner: string, index: number) => `${cell}${index === 0 ? 0 : gapPx}px">${inner}</td></tr>`;
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    '<meta name="x-apple-disable-message-reformatting">',
    `<title>${escapeHtml(appName)}</title><style>${styleSheet}</style></head>`,
    `<body class="page" bgcolor="${light.page}" style="margin:0;padding:0;background-color:${light.page}">`,
    `<div lang="${language}" dir="${direction}">`, // Programs that show a mail in a page of theirs drop what stands above.
    `<div style="${hidden}">${escapeHtml(preheader)}${padding}</div>`,
    `<table class="page" ${table} width="100%" bgcolor="${light.page}" style="background-color:${light.page}">`,
    `<tr><td align="center" style="padding:24px 16px"><!--[if mso]><table ${table} width="${widthPx}"><tr><td><![endif]-->`,
    `<table class="card" ${table} width="100%" bgcolor="${light.card}" style="${card}"><tr><td class="inside" style="padding:32px">`,
    `<table ${table} width="100%" style="table-layout:fixed">`,
    ...[...logoOf(sender), ...parts.map(htmlOf)].map(row),
    '</table></td></tr></table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></div></body></html>',
  ].join('');
}

const widthPx = 440;
const gapPx = 16;

const light = {
  ...{ page: '#f5f6fa', card: '#ffffff', soft: '#f5f6fa', line: '#e4e7ee' },
  ...{ ink: '#12151d', inkSoft: '#565d6d', accent: '#2347d9', onAccent: '#ffffff', accentText: '#2347d9' },
} as const;

const dark = {
  ...{ page: '#0d0f14', card: '#16181f', soft: '#1b1e27', line: '#2b303c' },
  ...{ ink: '#f1f3f8', inkSoft: '#a8b0c0', accent: '#4667f0', accentText: '#9db2ff' },
} as const;

const styleSheet = [
  ':root{color-scheme:light dark}',
  '@media (max-width:480px){.inside{padding:24px 20px!important}}',
  '@media (prefers-color-scheme:dark){',
  `.page{background-color:${dark.page}!important}`,
  `.card{background-color:${dark.card}!important;border-color:${dark.line}!important}`,
  `.plate{background-color:${dark.soft}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.ink-soft{color:${dark.inkSoft}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.fill{background-color:${dark.accent}!important}`,
  `.link{color:${dark.accentText}!important}`,
  '}',
].join('');

const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';
const card = `max-width:${widthPx}px;background-color:${light.card};border:1px solid ${light.line};border-radius:16px`;
const hidden =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';
/** Room that shows nothing, so that no text of the mail follows in a list of mails: about 100 characters are shown. */
const padding = '\u034f\u200c\u00a0'.repeat(100);

/** `Segoe UI` and `Consolas` first: they are Windows' own, and Word takes no name that means the system's. */
const sans = "font-family:'Segoe UI',system-ui,Roboto,'Helvetica Neue','Noto Sans',sans-serif";
const mono = "font-family:Consolas,ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace";
const size = (fontPx: number, linePx: number) =>
  `font-size:${fontPx}px;line-height:${linePx}px;mso-line-height-rule:exactly`;
/** Nothing is wider than the card: a long name or key breaks anywhere. */
const breaking = 'overflow-wrap:anywhere;word-break:break-word';
const body = `margin:0;${sans};${size(16, 24)};color:${light.ink};${breaking}`;
const note = `margin:0;${sans};${size(14, 20)};color:${light.inkSoft};${breaking}`;
const label = `display:inline-block;padding:12px 20px;${sans};${size(15, 20)};font-weight:600;color:${light.onAccent};text-decoration:none`;

/** 40 pixels high. While it is not loaded, the app's name stands in its place, in two lines at most. */
const logoOf = ({ appName, logoUrl }: Sender): string[] =>
  logoUrl === undefined
    ? []
    : [
        `<img class="ink" src="${escapeHtml(logoUrl)}" alt="${escapeHtml(appName)}" height="40" border="0" style="display:block;height:40px;max-width:100%;object-fit:contain;${sans};${size(14, 20)};font-weight:600;color:${light.ink}">`,
      ];

function htmlOf(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p class="ink" style="${body}">${escapeHtml(part.text)}</p>`;
    case 'note':
      return `<p class="ink-soft" style="${note}">${part.lines.map(escapeHtml).join('<br>')}</p>`;
    case 'last':
      return box(
        `class="line" style="padding-top:${gapPx}px;border-top:1px solid ${light.line}"`,
        `<p class="ink-soft" style="${note}">${escapeHtml(part.text)}</p>`,
      );
    case 'code':
      return plate(`${mono};${size(32, 40)};font-weight:600;letter-spacing:2px;${breaking}`, part.text);
    case 'key':
      return plate(`${mono};${size(14, 20)};word-break:break-all`, part.text);
    case 'link':
      return `<a class="link" href="${escapeHtml(part.href)}" style="${sans};${size(14, 20)};color:${light.accentText};word-break:break-all">${escapeHtml(part.href)}</a>`;
    case 'button':
      return [
        `<table ${table}><tr><td class="fill" align="center" bgcolor="${light.accent}" style="border-radius:10px;background-color:${light.accent};mso-padding-alt:12px 20px">`,
        `<a href="${escapeHtml(part.href)}" style="${label}">${escapeHtml(part.name)}</a></td></tr></table>`,
      ].join('');
  }
}

/** Text to copy, in Latin letters and digits whatever the language; one press selects all of it. */
const plate = (style: string, text: string): string =>
  box(
    `class="plate" bgcolor="${light.soft}" style="padding:12px;border-radius:10px;background-color:${light.soft}"`,
    `<span class="ink" dir="ltr" style="${style};color:${light.ink};-webkit-user-select:all;user-select:all">${escapeHtml(text)}</span>`,
  );

const box = (attributes: string, inner: string): string =>
  `<table ${table} width="100%" style="table-layout:fixed"><tr><td ${attributes}>${inner}</td></tr></table>`;
