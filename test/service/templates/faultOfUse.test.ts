import { expect, test } from 'vitest';
import type { EmailTemplateKind } from '../../../src/contract/emailTemplates.records.js';
import { faultOfUse } from '../../../src/service/templates/faultOfUse.js';
import { fillTemplate } from '../../../src/service/templates/fillTemplate.js';
import { kindsOfTemplates, longestGiven } from '../../../src/service/templates/kinds.js';
import { readTemplate } from '../../../src/service/templates/readTemplate.js';

const ofCodes: EmailTemplateKind = 'EMAIL_TEMPLATE_KIND_CODE';
const shown = { subject: 'x', text: '{{code}}', html: '{{code}}' };

function faultOf(
  parts: Partial<typeof shown>,
  variables: Readonly<Record<string, string>> = {},
  kind: EmailTemplateKind = ofCodes,
): string | undefined {
  const frame = { kind, variables: Object.keys(variables) };
  const result = readTemplate({ ...shown, ...parts }, frame);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return faultOfUse(result.read, frame, { variables, link: 'given' });
}

test.each([
  ['subject', 998, 'x{{a}}', 1, 1],
  ['text', 131_072, '{{code}}{{a}}{{a}}', 64, 2],
  ['html', 262_144, '{{code}}{{a}}{{a}}', 6 * 64, 2],
] as const)(
  'T-56 a %s has at most %i characters when it is filled, and not one more',
  (part, most, written, own, times) => {
    const fits = 'y'.repeat(Math.floor((most - own) / times));
    expect(faultOf({ [part]: written }, { a: fits })).toBeUndefined();
    expect(faultOf({ [part]: written }, { a: `${fits}y` })).toBe(`its ${part} could have more than ${most} characters`);
  },
);

test('T-56 in HTML a value counts as it is written there, in text as it is', () => {
  const a = '"'.repeat(50_000);
  expect(faultOf({ text: '{{code}}{{a}}' }, { a })).toBeUndefined();
  expect(faultOf({ html: '{{code}}{{a}}' }, { a })).toBe('its html could have more than 262144 characters');
});

test('T-56 what the service gives counts as the longest that it can be, whatever the variables say', () => {
  expect(faultOf({ html: `{{code}}${'{{appName}}'.repeat(100)}` })).toBeUndefined();
  expect(faultOf({ html: `{{code}}${'{{appName}}'.repeat(200)}` })).toContain('its html');
  expect(faultOf({ subject: '{{appName}}: {{code}} for {{contact}}' })).toBeUndefined();
  expect(faultOf({ subject: '{{appName}}'.repeat(4) })).toContain('its subject');
  // In mails of links `code` is a name like any other.
  const ofLinks = 'EMAIL_TEMPLATE_KIND_LOGIN_LINK';
  const linked = { text: '{{link}}', html: `{{link}}${'{{code}}'.repeat(5000)}` };
  expect(faultOf(linked, { code: 'x' }, ofLinks)).toBeUndefined();
  expect(faultOf(linked, { code: 'x'.repeat(64) }, ofLinks)).toContain('its html');
});

test('T-56 no mail is longer than what was measured, and its last words', () => {
  for (const kind of [ofCodes, 'EMAIL_TEMPLATE_KIND_RECOVERY_LINK'] as const) {
    const { gives } = kindsOfTemplates[kind];
    const placeholders = gives.map((name) => `{{${name}}}`).join('');
    const result = readTemplate(
      { subject: 'x', text: placeholders, html: placeholders.repeat(8) },
      { kind, variables: [] },
    );
    if ('faults' in result) throw new Error(JSON.stringify(result.faults));
    expect(faultOfUse(result.read, { kind, variables: [] }, { variables: {}, link: 'given' })).toBeUndefined();
    const values = Object.fromEntries(gives.map((name) => [name, '"'.repeat(longestGiven[name])]));
    const mail = fillTemplate({ read: result.read, language: 'en', values, variables: {}, lastWords: [] });
    expect(mail.text.length).toBeLessThan(131_072);
    expect(mail.html.length).toBeLessThan(262_144);
  }
});

test('T-56 a value that stands in thousands of places is measured once', () => {
  const places = 13_100;
  let reads = 0;
  const variables = Object.defineProperty({ a: '' }, 'a', {
    enumerable: true,
    get() {
      reads += 1;
      return "'".repeat(4080);
    },
  });
  expect(faultOf({ html: `{{code}}${'{{a}}'.repeat(places)}` }, variables)).toContain('its html');
  expect(reads).toBe(places + 1); // each place asks whether there is one
});
