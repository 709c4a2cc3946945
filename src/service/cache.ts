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

/** @param limits - of all values together. The number of entries has none by default. */
export function createCache<Value>(limits: { readonly characters: number; readonly entries?: number }): Cache<Value> {
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
