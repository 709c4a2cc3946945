import { expect, test } from 'vitest';
import { createCache, createCacheByLength } from '../../src/service/cache.js';

const ids = ['a', 'b', 'c', 'd'];
const idsIn = (kept: { get: (id: string) => unknown }) => ids.filter((id) => kept.get(id) !== undefined);

test('the oldest values are dropped while their characters are more than the limit', () => {
  const kept = createCache<string>({ characters: 10 });
  kept.set('a', 'first', 4);
  kept.set('b', 'second', 6);
  expect(idsIn(kept)).toEqual(['a', 'b']);
  kept.set('c', 'third', 1);
  expect(idsIn(kept)).toEqual(['b', 'c']);
  kept.set('d', 'fourth', 10);
  expect(idsIn(kept)).toEqual(['d']);
  expect(kept.get('d')).toBe('fourth');
});

test('the oldest values are dropped while there are more than the limit of entries', () => {
  const kept = createCache<number>({ characters: 10, entries: 2 });
  for (const [index, id] of ids.entries()) kept.set(id, index, 0);
  expect(idsIn(kept)).toEqual(['c', 'd']);
});

test('a value that is set again replaces the older one, counts once, and is the newest', () => {
  const kept = createCache<string>({ characters: 10 });
  kept.set('a', 'first', 5);
  kept.set('b', 'second', 3);
  kept.set('a', 'third', 7);
  expect([kept.get('a'), kept.get('b')]).toEqual(['third', 'second']);
  kept.set('c', 'fourth', 1);
  expect(idsIn(kept)).toEqual(['a', 'c']);
});

test('a value that is larger than the limit is kept alone, until the next one', () => {
  const kept = createCache<string>({ characters: 10 });
  kept.set('a', 'small', 1);
  kept.set('b', 'large', 11);
  expect(idsIn(kept)).toEqual(['b']);
  kept.set('c', 'small', 1);
  expect(idsIn(kept)).toEqual(['c']);
});

test('values of long texts drop each other, and none of short texts', () => {
  const kept = createCacheByLength<string>({ short: { characters: 10 }, long: { characters: 100_000 } });
  kept.set('a', 'short', 10);
  kept.set('b', 'long', 32_769);
  kept.set('c', 'longer', 90_000);
  expect(idsIn(kept)).toEqual(['a', 'c']);
  kept.set('d', 'short', 1);
  expect(idsIn(kept)).toEqual(['c', 'd']);
});
