const long = 64_000;

const typed = (types: object, message: object): string =>
  JSON.stringify({ domain: { name: 'x' }, types, primaryType: 'M', message });

const listOf = (type: string, item: string, length = long): string => {
  const text = typed({ M: [{ name: 'a', type: `${type}[]` }] }, { a: [] });
  return text.replace(
    '[]}}',
    `[${Array(Math.min(9_900, Math.floor((length - text.length) / (item.length + 1)))).fill(item)}]}}`,
  );
};

/** Typed data that are dear to hash, of nearly 64 KiB. */
export const hostileTypedData: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'numbers', text: listOf('uint8', '1') },
  { what: 'texts', text: listOf('string', '""') },
  { what: 'bytes', text: listOf('bytes', '"0x"') },
  { what: 'lists', text: listOf('string[]', '[]') },
  { what: 'lists of many dimensions', text: listOf(`string${'[]'.repeat(120)}`, '[]') },
  {
    what: 'structs',
    text: typed(
      { M: [{ name: 'a', type: 'S[]' }], S: [{ name: 'b', type: 'bool' }] },
      { a: Array(4_900).fill({ b: true }) },
    ),
  },
  {
    what: 'structs without members',
    text: typed({ M: [{ name: 'a', type: 'S[]' }], S: [] }, { a: Array(9_900).fill({}) }),
  },
  {
    what: 'a hundred types that refer to all',
    text: typed(
      Object.fromEntries([
        ['M', Array.from({ length: 90 }, (_, index) => ({ name: `m${index}`, type: `T${index}` }))],
        ...Array.from({ length: 90 }, (_, index) => [
          `T${index}`,
          [
            { name: 'n', type: `T${(index + 1) % 90}[]` },
            { name: 'long'.repeat(20), type: 'bool[]' },
          ],
        ]),
      ]),
      Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`m${index}`, { n: [], ['long'.repeat(20)]: [] }])),
    ),
  },
  { what: 'one long text', text: typed({ M: [{ name: 'a', type: 'string' }] }, { a: 'é'.repeat(30_000) }) },
  {
    what: 'long types',
    text: typed(
      { M: Array.from({ length: 200 }, (_, index) => ({ name: `m${index}`, type: `string${'[]'.repeat(120)}` })) },
      {},
    ),
  },
];
