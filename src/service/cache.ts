/** A cache with a limit on its size. */
export type Cache<Value> = {
  readonly get: (id: string) => Value | undefined;
  /**
   * Stores a value as the newest, in the place of an older one of that id. Then drops the oldest values until the others are within the
   * limits; the newest always stays.
   *
   * @param characters - of the text that the value was made from: its size
   */
  readonly set: (id: string, value: Value, characters: number) => void;
};

type Limits = { readonly characters: number; readonly entries?: number };

/** @param limits - of all values together. The number of entries has none by default. */
export function createCache<Value>(limits: Limits): Cache<Value> {
  const { characters: mostCharacters, entries: mostEntries = Number.POSITIVE_INFINITY } = limits;
  const entries = new Map<string, { readonly value: Value; readonly characters: number }>();
  let total = 0;
  const drop = (id: string) => {
    total -= entries.get(id)?.characters ?? 0;
    entries.delete(id);
  };
  return {
    get: (id) => entries.get(id)?.value,
    set(id, value, characters) {
      drop(id);
      entries.set(id, { value, characters });
      total += characters;
      for (const oldest of entries.keys()) {
        if (oldest === id || (total <= mostCharacters && entries.size <= mostEntries)) return;
        drop(oldest);
      }
    },
  };
}

/**
 * A cache in which values of long texts, as few have them, drop none of short texts. An id's text always has the same length.
 *
 * @param limits - of all values of short texts together, and of all others
 */
export function createCacheByLength<Value>(limits: { readonly short: Limits; readonly long: Limits }): Cache<Value> {
  const short = createCache<Value>(limits.short);
  const long = createCache<Value>(limits.long);
  return {
    get: (id) => short.get(id) ?? long.get(id),
    set: (id, value, characters) => (characters <= mostOfShort ? short : long).set(id, value, characters),
  };
}

/** Characters of a text that is not long. */
const mostOfShort = 32_768;
