import { describe, expect, test } from 'vitest';
import { readMnemonic, soundMnemonic, withWord } from '../../../src/client/transfer/readMnemonic.js';

const legal = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const art = `${'abandon '.repeat(23)}art`;

describe('words that are typed', () => {
  test.each([
    ['', 0, 'unfinished'],
    ['legal ', 1, 'unfinished'],
    [legal, 12, 'ok'],
    [art, 24, 'ok'],
    [`  1. ${legal.replaceAll(' ', '\n2) ')}\n`, 12, 'ok'],
    [legal.toUpperCase(), 12, 'ok'],
    [legal.replace('yellow', 'year'), 12, 'checksum'],
    [`${legal} abandon`, 13, 'unfinished'],
    [`${art} art`, 25, 'tooMany'],
  ])('%j are %i and %s', async (text, count, verdict) => {
    expect(await readMnemonic(text)).toEqual({ count, unknown: [], completions: [], verdict });
  });

  test('an unknown one is reported by its place, with suggestions', async () => {
    const { unknown, verdict } = await readMnemonic(legal.replace('worth', 'wroth').replace('useful', 'xyzzyx'));
    expect(unknown).toEqual([
      { place: 7, suggestions: ['worth', 'cloth', 'north'] },
      { place: 8, suggestions: [] },
    ]);
    expect(verdict).toBe('unknown');
  });

  test('the last one may still become a word while it is typed, and not once a space follows', async () => {
    expect(await readMnemonic('legal wi')).toMatchObject({
      unknown: [],
      completions: ['wide', 'width', 'wife', 'wild'],
    });
    expect(await readMnemonic('legal winn')).toMatchObject({
      unknown: [],
      completions: ['winner'],
      verdict: 'unfinished',
    });
    expect(await readMnemonic('legal winn ')).toMatchObject({ unknown: [{ place: 2 }], completions: [] });
    expect(await readMnemonic('legal xq')).toMatchObject({ unknown: [{ place: 2 }], completions: [] });
  });
});

test('one word is put in the place of another, and all around it stays as it was typed', () => {
  expect(withWord('1. legal\n2. winer, 3. thank', 2, 'winner')).toBe('1. legal\n2. winner, 3. thank');
});

test('what the service takes has one space between the words, and nothing else is sent', async () => {
  expect(await soundMnemonic(`1. ${legal.replaceAll(' ', '  ')}`)).toBe(legal);
  await expect(soundMnemonic('legal winner')).rejects.toMatchObject({ code: 'MNEMONIC_INVALID' });
});
