/**
 * A second UTF-8 decoder, to test the platform's: it follows table 3-7 of the Unicode standard (section 3.9). `undefined` for bytes that
 * are not well-formed UTF-8.
 */
export function strictText(bytes: Uint8Array): string | undefined {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const row = rows.find(([[low, high]]) => isWithin(bytes[at], low, high));
    if (!row?.every(([low, high], place) => isWithin(bytes[at + place], low, high))) return undefined;
    const [first = 0, ...others] = bytes.slice(at, at + row.length);
    const lead = others.length === 0 ? first : first & (0x3f >> others.length);
    text += String.fromCodePoint(others.reduce((point, byte) => point * 64 + (byte & 0x3f), lead));
    at += row.length;
  }
  return text;
}

type Range = readonly [low: number, high: number];

const rows: readonly (readonly [Range, ...Range[]])[] = [
  [[0x00, 0x7f]],
  [
    [0xc2, 0xdf],
    [0x80, 0xbf],
  ],
  [
    [0xe0, 0xe0],
    [0xa0, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xe1, 0xec],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xed, 0xed],
    [0x80, 0x9f],
    [0x80, 0xbf],
  ],
  [
    [0xee, 0xef],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xf0, 0xf0],
    [0x90, 0xbf],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xf1, 0xf3],
    [0x80, 0xbf],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xf4, 0xf4],
    [0x80, 0x8f],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
];

const isWithin = (byte: number | undefined, low: number, high: number) =>
  byte !== undefined && byte >= low && byte <= high;
