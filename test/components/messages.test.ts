import { describe, expect, test } from 'vitest';
import { english, type ProblemFacts, sentenceFor, withChanges } from '../../src/components/messages.js';

const facts: Omit<ProblemFacts, 'code'> = {
  method: 'email',
  form: { length: 6, alphanumeric: false },
  wait: 'in 9 minutes',
  origin: 'https://app.example.com',
};

describe('a sentence for each failure', () => {
  test('is different for everything that a person can do something else about', () => {
    const codes = ['OTP_WRONG', 'OTP_EXPIRED', 'OTP_SPENT', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_CODES', 'NETWORK_FAILED'];
    const more = [
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REFUSALS',
      'UNREACHABLE_OR_ORIGIN',
      'CONTACT_INVALID',
      'CODE_INCOMPLETE',
      'UNAVAILABLE',
      'METHOD_NOT_ENABLED',
    ];
    const sentences = [...codes, ...more].map((code) => sentenceFor(english, { ...facts, code }));
    expect(new Set(sentences).size).toBe(sentences.length);
  });
  test('says when to try again, where the service told', () => {
    expect(sentenceFor(english, { ...facts, code: 'TOO_MANY_CODES' })).toContain('in 9 minutes');
    expect(sentenceFor(english, { ...facts, code: 'TOO_MANY_REFUSALS' })).toContain('in 9 minutes');
    expect(sentenceFor(english, { ...facts, code: 'TOO_MANY_CODES', wait: undefined })).toContain('later');
  });
  test('names the page where it may be the cause', () =>
    expect(sentenceFor(english, { ...facts, code: 'UNREACHABLE_OR_ORIGIN' })).toContain('https://app.example.com'));
  test.each(['SOMETHING_NEW', 'toString', '__proto__'])('gives the code %s that it does not know', (code) =>
    expect(sentenceFor(english, { ...facts, code })).toContain(code),
  );
});

describe('an app changes words', () => {
  test('and keeps the rest', () => {
    const messages = withChanges({ contactTitle: 'Welcome to Acme', problems: { OTP_WRONG: 'Nope.' } });
    expect(messages.contactTitle).toBe('Welcome to Acme');
    expect(messages.logIn).toBe(english.logIn);
    expect(sentenceFor(messages, { ...facts, code: 'OTP_WRONG' })).toBe('Nope.');
    expect(sentenceFor(messages, { ...facts, code: 'OTP_SPENT' })).toBe(english.problems.OTP_SPENT);
  });
});
