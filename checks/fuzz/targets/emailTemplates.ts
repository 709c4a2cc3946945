import { fillTemplate } from '../../../src/service/templates/fillTemplate.js';
import { holesOf } from '../../../src/service/templates/holes.js';
import { elements } from '../../../src/service/templates/htmlNames.js';
import { readTemplate } from '../../../src/service/templates/readTemplate.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { asked } from '../engine/asked.js';
import { templating } from '../service/requests.js';
import { promised, type Target } from '../target.js';

const words = [
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

/** What no template asks for, and every program would act by. */
const hostile = `</p><script>x</script><!-- "' onload=x &#60; =?utf-8?q?x?=`;

/** The HTML of a template. */
export const emailTemplate: Target = {
  name: 'e-mail template',
  functions: 'readTemplate, fillTemplate',
  form: 'text',
  most: 400,
  longest: 65_536,
  words,
  bentPercent: 60,
  bend: (chance) => content(chance, 4),
  look: (input) => {
    const frame = { kind: 'EMAIL_TEMPLATE_KIND_CODE', variables: ['team'] } as const;
    const result = asked([], () => readTemplate({ subject: '{{team}}', text: '{{code}}', html: input }, frame));
    if (!result || 'faults' in result) return 'refused';
    const { read } = result;
    const values = { code: hostile, link: hostile, appName: hostile, contact: hostile };
    const filling = { read, language: 'en', values, variables: { team: hostile }, lastWords: [hostile] } as const;
    const { html, subject } = fillTemplate(filling);
    const empty = fillTemplate({ ...filling, values: {}, variables: {}, lastWords: [''] });
    for (const sign of ['<', '>', '"', "'"])
      promised(
        count(html, sign) === count(empty.html, sign),
        'nothing that is filled in begins or ends a tag or a value',
      );
    promised(!subject.includes('=?'), 'a subject is no encoded word');
    promised(holesOf(read.html.pieces).length > 0, 'what is taken shows a code');
    for (const [, name = ''] of html.matchAll(/<\/?([a-z][^\s/>]*)/gi))
      promised(known.has(name.toLowerCase()), 'every element is one that mails are made of');
    return 'taken';
  },
  service: { name: 'create_email_template, html', request: templating },
};

const known = new Set([...elements, 'html', 'head', 'body']);

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** The content of a mail, now and then with a piece that does not fit. */
function content(chance: Chance, depth: number): string {
  if (chance() < 0.02) return pick(chance, words);
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
