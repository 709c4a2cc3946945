import { fillTemplate } from '../../../src/service/templates/fillTemplate.js';
import { elements } from '../../../src/service/templates/htmlNames.js';
import { placeholdersOf } from '../../../src/service/templates/placeholders.js';
import { readTemplate } from '../../../src/service/templates/readTemplate.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { orRefused } from '../engine/orRefused.js';
import { templateRequest } from '../service/requests.js';
import { mustHold, type Target } from '../target.js';

const dictionary = [
  ...['{{code}}', '{{link}}', '{{team}}', '{{', '}}', '<p>', '</p>', '<a href="', '">', '</a>', '<br/>', '<!--', '-->'],
  ...[
    '<style>',
    '</style>',
    'style="',
    "title='",
    'https://acme.example/',
    'javascript:',
    'url(',
    '/*',
    '*/',
    '&#106;',
  ],
  ...[
    '<script>',
    '</script>',
    ' onload="x"',
    '<svg',
    '<table><tr><td>',
    '</td></tr></table>',
    '\u0000',
    '\f',
    '\u00a0',
  ],
  ...[
    '<!doctype html><html><head>',
    '</head><body>',
    '</body></html>',
    '<meta charset="utf-8">',
    '<title>',
    '</title>',
  ],
];

/** Values with HTML and header syntax in them. */
const hostile = `</p><script>x</script><!-- "' onload=x &#60; =?utf-8?q?x?=`;

/** The HTML of a template. */
export const emailTemplate: Target = {
  name: 'e-mail template',
  functions: 'readTemplate, fillTemplate',
  form: 'text',
  maxUnits: 400,
  stretchedUnits: 65_536,
  dictionary,
  structuredPercent: 60,
  mutate: (chance) => content(chance, 4),
  run: (input) => {
    const frame = { kind: 'EMAIL_TEMPLATE_KIND_CODE', variables: ['team'] } as const;
    const result = orRefused([], () => readTemplate({ subject: '{{team}}', text: '{{code}}', html: input }, frame));
    if (!result || 'faults' in result) return 'refused';
    const { read } = result;
    const values = { code: hostile, link: hostile, appName: hostile, contact: hostile };
    const filling = { read, language: 'en', values, variables: { team: hostile }, lastWords: [hostile] } as const;
    const { html, subject } = fillTemplate(filling);
    const empty = fillTemplate({ ...filling, values: {}, variables: {}, lastWords: [''] });
    for (const sign of ['<', '>', '"', "'"])
      mustHold(count(html, sign) === count(empty.html, sign), 'no value begins or ends a tag or an attribute');
    mustHold(!subject.includes('=?'), 'a subject is no encoded word');
    mustHold(placeholdersOf(read.html.pieces).length > 0, 'an accepted template shows the code');
    for (const [, name = ''] of html.matchAll(/<\/?([a-z][^\s/>]*)/gi))
      mustHold(known.has(name.toLowerCase()), 'every element is an allowed one');
    return 'accepted';
  },
  service: { name: 'create_email_template, html', request: templateRequest },
};

const known = new Set([...elements, 'html', 'head', 'body']);

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** The content of a mail, sometimes with a piece that makes it invalid. */
function content(chance: Chance, depth: number): string {
  if (chance() < 0.02) return pick(chance, dictionary);
  const inside = () => content(chance, depth - 1);
  if (depth === 0) return pick(chance, ['{{code}}', '{{ team }}', 'text &amp; more', '<br>', '']);
  return pick(chance, [
    () => `<p style="color:red">${inside()}</p>${inside()}`,
    () => `<a href="{{link}}" title="{{team}}">${inside()}</a>${inside()}`,
    () => `<table><tr><td width="4">${inside()}</td></tr></table>`,
    () => `<!-- [if mso] -->${inside()}`,
    () => `<style>p{background:url(https://acme.example/)}</style>{{code}}${inside()}`,
  ])();
}
