import { describe, expect, test } from 'vitest';
import { english } from '../../src/components/loginWords.js';
import { sentenceFor, textOf, withChanges } from '../../src/components/messages.js';
import type { ProblemFacts } from '../../src/components/otpMessages.js';

const facts: Omit<ProblemFacts, 'code'> = {
  method: 'email',
  by: undefined,
  form: { length: 6, alphanumeric: false },
  wait: 'in 9 minutes',
  isOffline: false,
};

describe('a sentence for each failure', () => {
  test('is different for everything that a person can do something else about', () => {
    const codes = ['OTP_WRONG', 'OTP_EXPIRED', 'OTP_SPENT', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_CODES', 'NETWORK_FAILED'];
    const more = [
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REFUSALS',
      'ORIGIN_NOT_ALLOWED',
      'LOGIN_BUSY',
      'TOO_MUCH_WORK',
      'CONTACT_NOT_SERVED',
      'CONTACT_INVALID',
      'CODE_INCOMPLETE',
      'UNAVAILABLE',
      'METHOD_NOT_ENABLED',
    ];
    const sentences = [...codes, ...more].map((code) => sentenceFor(english, { ...facts, code }));
    expect(new Set(sentences).size).toBe(sentences.length);
  });
  test('say when to try again, if the service said so', () => {
    expect(sentenceFor(english, { ...facts, code: 'TOO_MANY_CODES' })).toContain('in 9 minutes');
    expect(sentenceFor(english, { ...facts, code: 'TOO_MANY_REFUSALS' })).toContain('in 9 minutes');
    expect(sentenceFor(english, { ...facts, code: 'LOGIN_BUSY' })).toBe(
      'Login is busy right now. Try again in 9 minutes.',
    );
    expect(sentenceFor(english, { ...facts, code: 'TOO_MUCH_WORK' })).toBe(
      'The service is busy right now. Try again in 9 minutes.',
    );
    expect(sentenceFor(english, { ...facts, code: 'TOO_MANY_CODES', wait: undefined })).toContain('later');
  });
  test('distinguish a lost connection from a service that does not answer', () => {
    const said = [true, false].map((isOffline) =>
      sentenceFor(english, { ...facts, isOffline, code: 'NETWORK_FAILED' }),
    );
    expect(said).toEqual(['You’re offline. Reconnect and try again.', 'Can’t connect. Try again.']);
  });
  test('speak of the person, never of the page’s or the service’s internals', () => {
    for (const code of Object.keys(english.problems).filter((each) => each !== 'OTHER'))
      expect(sentenceFor(english, { ...facts, code })).not.toMatch(
        /https?:|origin|configuration|server|[A-Z]{3}_|please|sorry|!/i,
      );
  });
  test.each(['SOMETHING_NEW', 'toString', '__proto__'])('gives the code %s that it does not know', (code) =>
    expect(sentenceFor(english, { ...facts, code })).toContain(code),
  );
});

describe('an app changes words', () => {
  test('and keeps the rest', () => {
    const messages = withChanges(english, { contactTitle: 'Welcome to Acme', problems: { OTP_WRONG: 'Nope.' } });
    expect(messages.contactTitle).toBe('Welcome to Acme');
    expect(messages.checking).toBe(english.checking);
    expect(sentenceFor(messages, { ...facts, code: 'OTP_WRONG' })).toBe('Nope.');
    expect(sentenceFor(messages, { ...facts, code: 'OTP_SPENT' })).toBe(english.problems.OTP_SPENT);
  });
});

describe('the words', () => {
  const forms = [
    { length: 6, alphanumeric: false },
    { length: 9, alphanumeric: true },
  ];
  const methods = ['email', 'sms'] as const;

  test('fit: titles in 24 characters, buttons in 22, the line under a field in 46 unless it contains a time', () => {
    const titles = [
      textOf(english.contactTitle, 'Acme Shops'),
      ...methods.map(english.codeTitle),
      english.expiredTitle,
    ];
    const buttons = [
      ...[english.continue, english.sending, english.checking, english.resend, english.resendLater, english.back],
      ...[
        ...methods.map(english.use),
        ...methods.map(english.editName),
        textOf(english.leaving, 'Acme'),
        textOf(english.leaving, 'Acme Shops'),
      ],
    ];
    const lines = [
      ...[english.phoneHint, english.expiresIn('0:59')],
      ...['CONTACT_INVALID', 'CODE_INCOMPLETE', 'OTP_WRONG', 'OTP_EXPIRED', 'OTP_SPENT', 'TOO_MANY_ATTEMPTS']
        .concat('METHOD_NOT_ENABLED', 'PROXY_NOT_AVAILABLE', 'ORIGIN_NOT_ALLOWED', 'NETWORK_FAILED', 'TIMED_OUT')
        .flatMap((code) => methods.map((method) => sentenceFor(english, { ...facts, method, code }))),
    ];
    const tooLong = (texts: string[], most: number) => texts.filter(({ length }) => length > most);
    expect([...tooLong(titles, 24), ...tooLong(buttons, 22), ...tooLong(lines, 46)]).toEqual([]);
  });

  test('name the app where the configuration does', () => {
    expect(textOf(english.contactTitle, 'Acme')).toBe('Log in to Acme');
    expect(textOf(english.contactTitle, undefined)).toBe('Log in');
    expect(textOf(english.leaving, 'Acme')).toBe('Taking you to Acme…');
    expect(textOf(english.leaving, 'Acme Wallet')).toBe('Logging you in…'); // the name is not on the button
  });

  test('state the length of a code, in digits or characters', () =>
    expect(forms.map((form) => textOf(english.codeLabel, form))).toEqual(['6-digit code', '9-character code']));
});
