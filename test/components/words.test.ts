import { describe, expect, test } from 'vitest';
import type { LoginMessages } from '../../src/components/loginMessages.js';
import { english } from '../../src/components/loginWords.js';
import { textOf } from '../../src/components/messages.js';
import type { ProblemFacts } from '../../src/components/otpMessages.js';
import { formatWait } from '../../src/components/timeText.js';
import { arabic } from '../../src/components/words/arabic.js';
import { chinese } from '../../src/components/words/chinese.js';
import { french } from '../../src/components/words/french.js';
import { german } from '../../src/components/words/german.js';
import { japanese } from '../../src/components/words/japanese.js';
import { portuguese } from '../../src/components/words/portuguese.js';
import { spanish } from '../../src/components/words/spanish.js';
import { languageOf, languages } from '../../src/contract/language.js';

const catalogues = [english, german, french, spanish, portuguese, japanese, chinese, arabic];
const form = { length: 6, alphanumeric: false };

test('there is one catalogue per language, with its own locale', () => {
  expect(catalogues.map(({ locale }) => locale)).toEqual([...languages]);
});

test.each([
  ['de-AT', 'de'],
  ['pt-BR', 'pt'],
  ['zh-CN', 'zh-Hans'],
  ['zh-Hans-SG', 'zh-Hans'],
  ['ar-EG', 'ar'],
  ['zh-TW', undefined],
  ['nl', undefined],
  ['', undefined],
  ['not a tag', undefined],
])('the tag %j is read as %j', (tag, language) => expect(languageOf(tag)).toBe(language));

describe.each(catalogues)('the words in $locale', (words) => {
  /** A language may take 1.4 times the room of English. */
  const room = words === english ? 1 : 1.4;

  test('have what English has, and nothing else', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    expect(Object.keys(words.problems).sort()).toEqual(Object.keys(english.problems).sort());
    expect(everyText(words).filter((text) => text.trim() === '')).toEqual([]);
  });

  test('are not those of English', () => {
    if (words === english) return expect(words.locale).toBe('en');
    const same = everyText(words).filter(
      (text) => everyText(english).includes(text) && /[a-z]{3}/i.test(text) && text !== 'Passkey',
    );
    expect(same).toEqual([]);
  });

  test('fit: titles, buttons, and what stands under a field', () => {
    const titles = [
      textOf(words.contactTitle, 'Acme'),
      words.codeTitle('email'),
      words.codeTitle('sms'),
      words.expiredTitle,
    ];
    const buttons = [words.continue, words.sending, words.checking, words.resend, words.resendLater, words.reload];
    const more = [words.logIn, words.logOut, textOf(words.leaving, 'Acme'), words.use('email'), words.use('sms')];
    const inWindow = [words.openAgain, words.anotherWay];
    const underField = ['CONTACT_INVALID', 'CODE_INCOMPLETE', 'OTP_WRONG', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS'] as const;
    const messages = underField.map((code) => textOf(words.problems[code], factsOf(words, code)));
    expect(titles.filter((text) => text.length > 24 * room)).toEqual([]);
    expect([...buttons, ...more, ...inWindow].filter((text) => text.length > 22 * room)).toEqual([]);
    expect(messages.filter((text) => text.length > 46 * room)).toEqual([]);
  });

  test('have the style of all texts: no apology, no exclamation, no full stop on a button', () => {
    const texts = everyText(words);
    expect(texts.filter((text) => /[!！]|sorry|entschuldig|désolé|lo sentimos|desculp/i.test(text))).toEqual([]);
    const buttons = [
      words.continue,
      words.resend,
      words.resendLater,
      words.edit,
      words.logIn,
      words.logOut,
      words.back,
    ];
    expect(buttons.filter((text) => /[.。]$/.test(text))).toEqual([]);
  });

  test('state waiting times in their own plurals', () => {
    for (const waitMs of [60_000, 120_000, 660_000]) {
      const wait = formatWait(waitMs, words.locale);
      expect(textOf(words.problems.TOO_MANY_CODES, { ...factsOf(words, 'TOO_MANY_CODES'), wait })).toContain(wait);
    }
  });
});

test('Arabic counts a code’s characters as Arabic does', () => {
  expect(textOf(arabic.codeLabel, form)).toContain('6 أرقام');
  expect(textOf(arabic.codeLabel, { length: 9, alphanumeric: true })).toContain('9 أحرف');
});

test('a sentence takes what a login was tried by, and a label stands in the nominative', () => {
  const by = 'Apple';
  expect(textOf(arabic.problems.METHOD_NOT_ENABLED, { ...factsOf(arabic, 'METHOD_NOT_ENABLED'), by })).toContain(
    `باستخدام ${by}`,
  );
  expect(textOf(german.codeLabel, form)).toBe('6-stelliger Code');
  expect(french.continueThere(by)).toBe('Continuez dans la fenêtre Apple');
});

function factsOf({ locale }: LoginMessages, code: string): ProblemFacts {
  return { method: 'email', by: undefined, form, wait: formatWait(540_000, locale), isOffline: false, code };
}

/** Every text of a catalogue, with typical values. */
function everyText(words: LoginMessages): string[] {
  const { problems, locale, contactLead, use, codeTitle, codeLead, codeLabel, editName, ...rest } = words;
  const { contactTitle, leaving, expiresIn, resendIn, menuOf, agreeToBoth, agreeToOne, expiredLead, ...most } = rest;
  const { continueWith, continueThere, didYouMean, openMail, ...plain } = most;
  const channels = (['email', 'sms'] as const).flatMap((channel) => [
    contactLead(channel),
    use(channel),
    codeTitle(channel),
    editName(channel),
    ...(Object.values(problems) as LoginMessages['problems']['OTHER'][]).map((problem) =>
      textOf(problem, { ...factsOf(words, 'SOME_CODE'), method: channel }),
    ),
  ]);
  const names = [
    textOf(contactTitle, 'Acme'),
    textOf(contactTitle, undefined),
    textOf(leaving, 'Acme'),
    menuOf('Ada'),
    continueWith('Google'),
    didYouMean('ada@gmail.com'),
    openMail('Gmail'),
  ];
  const joined = [agreeToBoth, agreeToOne, expiredLead, codeLead(form, true), codeLead(form, false)].map((parts) =>
    parts.join('…'),
  );
  return [
    ...Object.values(plain),
    ...channels,
    ...names,
    ...joined,
    textOf(codeLabel, form),
    expiresIn('0:59'),
    resendIn('0:30'),
  ];
}

test('French keeps the marks that stand apart from their word on its line', () => {
  const texts = everyText(french);
  expect(texts.filter((text) => /[\u00a0\u202f][?:;!»]/.test(text))).not.toEqual([]);
  expect(texts.filter((text) => / [?:;!»]/.test(text))).toEqual([]);
});
