/** A message as its reader sees it. */
export type RawMail = {
  /** Every header with its decoded value, in order; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The parts of a multipart body, decoded, by their type. */
  readonly parts: Readonly<Record<string, string>>;
};

/** Reads the source of a message, one character a byte. @see RFC 5322, 2.2; RFC 2045, 6; RFC 2047 */
export function readMail(source: string): RawMail {
  const { headers, body } = split(source);
  const boundary = /boundary="([^"]+)"/.exec(headerIn(headers, 'content-type'))?.[1];
  const sections = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  const parts = sections.map((section) => {
    const part = split(section.replace(/^\r\n/, ''));
    const type = headerIn(part.headers, 'content-type').split(';')[0] ?? '';
    return [
      type,
      decoded(part.body.replace(/\r\n$/, ''), headerIn(part.headers, 'content-transfer-encoding')),
    ] as const;
  });
  return {
    headers: headers.map(([name, value]) => [name, wordsIn(value)]),
    parts: Object.fromEntries(parts),
  };
}

type Headers = [name: string, value: string][];

function split(text: string): { headers: Headers; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    if (!/^[!-9;-~]+$/.test(line.slice(0, colon))) throw new Error(`This is no header: ${line}`);
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers, body: text.slice(end + 4) };
}

const headerIn = (headers: Headers, wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? '';

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  const bytes = encoding === 'quoted-printable' ? unquoted(text.replace(/=\r\n/g, '')) : text;
  return Buffer.from(bytes, 'latin1').toString();
}

const unquoted = (text: string) =>
  text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Encoded words as a mail program shows them; white space between two of them is none. */
const wordsIn = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      /b/i.test(way) ? Buffer.from(text, 'base64').toString('latin1') : unquoted(text.replaceAll('_', ' ')),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
