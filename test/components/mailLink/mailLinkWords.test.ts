import { describe, expect, test } from 'vitest';
import type { MailLinkWords } from '../../../src/components/english/mailLinkMessages.js';
import type { LoginMessages } from '../../../src/components/loginMessages.js';
import { english } from '../../../src/components/loginWords.js';
import { linkWords } from '../../../src/components/mailLink/mailLinkContext.js';
import { mailLinkEnglish } from '../../../src/components/mailLink/mailLinkWords.js';
import { textOf } from '../../../src/components/messages.js';
import { formatWait } from '../../../src/components/timeText.js';
import { arabic } from '../../../src/components/words/arabic.js';
import { arabicMailLink } from '../../../src/components/words/arabicMailLink.js';
import { chinese } from '../../../src/components/words/chinese.js';
import { chineseMailLink } from '../../../src/components/words/chineseMailLink.js';
import { french } from '../../../src/components/words/french.js';
import { frenchMailLink } from '../../../src/components/words/frenchMailLink.js';
import { german } from '../../../src/components/words/german.js';
import { germanMailLink } from '../../../src/components/words/germanMailLink.js';
import { japanese } from '../../../src/components/words/japanese.js';
import { japaneseMailLink } from '../../../src/components/words/japaneseMailLink.js';
import { portuguese } from '../../../src/components/words/portuguese.js';
import { portugueseMailLink } from '../../../src/components/words/portugueseMailLink.js';
import { spanish } from '../../../src/components/words/spanish.js';
import { spanishMailLink } from '../../../src/components/words/spanishMailLink.js';

const catalogues: [LoginMessages, MailLinkWords][] = [
  [english, mailLinkEnglish],
  [german, germanMailLink],
  [french, frenchMailLink],
  [spanish, spanishMailLink],
  [portuguese, portugueseMailLink],
  [japanese, japaneseMailLink],
  [chinese, chineseMailLink],
  [arabic, arabicMailLink],
];

const facts = { method: 'email', by: undefined, form: { length: 6, alphanumeric: false }, isOffline: false } as const;

/** Everything that a person can read of them. */
function textsOf({ login, recovery, problems, ...shared }: MailLinkWords, locale: string): string[] {
  const texts = [shared, login, recovery].flatMap((words) => Object.values<string | readonly string[]>(words));
  const wait = formatWait(540_000, locale);
  const sentences = Object.entries(problems).flatMap(([code, sentence]) => [
    textOf(sentence, { ...facts, code, wait }),
    textOf(sentence, { ...facts, code, wait: undefined }),
  ]);
  return [...texts.map((text) => (typeof text === 'string' ? text : text.join('…'))), ...sentences];
}

describe.each(catalogues)('the words of links in $0.locale', (common, words) => {
  /** A language may take 1.4 times the room of English. */
  const room = common === english ? 1 : 1.4;

  test('have what English has, and none of it in English', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(mailLinkEnglish).sort());
    for (const part of ['login', 'recovery', 'problems'] as const)
      expect(Object.keys(words[part]).sort()).toEqual(Object.keys(mailLinkEnglish[part]).sort());
    const texts = textsOf(words, common.locale);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    if (common === english) return;
    const inEnglish = textsOf(mailLinkEnglish, 'en');
    expect(texts.filter((text) => inEnglish.includes(text))).toEqual([]);
  });

  test('fit: titles, buttons, and what stands under a field', () => {
    const titles = [words.elsewhereTitle, words.expiredTitle, words.usedTitle, words.doneTitle];
    const more = [words.recovery.title, words.recovery.recoveredTitle];
    expect([...titles, ...more].filter((text) => text.length > 24 * room)).toEqual([]);
    const buttons = [words.sendAgain, words.copyCode, words.startOver, words.login.send, words.recovery.createPasskey];
    expect(buttons.filter((text) => text.length > 22 * room)).toEqual([]);
    const { LINK_MALFORMED, LINK_FOR_ANOTHER_BROWSER } = words.problems;
    const underField = [LINK_MALFORMED, LINK_FOR_ANOTHER_BROWSER].map((each) =>
      textOf(each, { ...facts, code: '', wait: undefined }),
    );
    expect(underField.filter((text) => text.length > 46 * room)).toEqual([]);
  });

  test('have the style of all texts: no apology, no exclamation, no full stop on a button', () => {
    const texts = textsOf(words, common.locale);
    expect(texts.filter((text) => /[!！]|sorry|entschuldig|désolé|lo sentimos|desculp/i.test(text))).toEqual([]);
    const buttons = [words.sendAgain, words.copyCode, words.startOver, words.login.send, words.recovery.createPasskey];
    expect(buttons.filter((text) => /[.。]$/.test(text))).toEqual([]);
  });

  test('state waiting times in their own plurals', () => {
    const wait = formatWait(120_000, common.locale);
    expect(textOf(words.problems.TOO_MANY_CODES, { ...facts, code: 'TOO_MANY_CODES', wait })).toContain(wait);
  });
});

test('an app changes words of one screen and keeps the others', () => {
  const changes = { askLead: 'We mail you.', problems: { LINK_MALFORMED: 'Not all of it.' } };
  const words = linkWords(mailLinkEnglish, english, 'recovery', changes);
  expect(words).toMatchObject({ askLead: 'We mail you.', title: 'Recover your account', goOn: 'Create a passkey' });
  expect(words.problems.LINK_MALFORMED).toBe('Not all of it.');
  expect(words.problems.LINK_FOR_ANOTHER_BROWSER).toBe(mailLinkEnglish.problems.LINK_FOR_ANOTHER_BROWSER);
  expect(linkWords(mailLinkEnglish, english, 'login', undefined)).toMatchObject({ title: '', goOn: 'Log in' });
});

test('French keeps the marks that stand apart from their word on its line', () => {
  const texts = textsOf(frenchMailLink, 'fr');
  expect(texts.filter((text) => /[\u00a0\u202f][?:;!»]/.test(text))).not.toEqual([]);
  expect(texts.filter((text) => / [?:;!»]/.test(text))).toEqual([]);
});
