import { besideLines, chunk, chunkedBodies, contentLengths, requestLines, transferEncodings } from './framings.js';

/** One request with another hidden in it. All text is Latin-1. */
export type Attempt = {
  readonly family: string;
  /** What is malformed about it, as bytes: they reach the service if the front proxy forwards them unchanged. */
  readonly odd: string;
  readonly bytes: (parts: Parts) => string;
};

/** What an attempt is made of. */
type Parts = {
  /** The hidden request, as bytes. */
  readonly hidden: string;
  /** The headers of the request around it, without Content-Length and Transfer-Encoding. */
  readonly headers: readonly string[];
};

const ordinary = 'POST /v1/wallet_kit_config HTTP/1.1';

const request = (line: string, headers: readonly string[], framing: readonly string[], body: string): string =>
  [line, ...headers, ...framing, '', body].join('\r\n');

/** Content-Length and chunks that contradict each other: by one of them the hidden request is outside of the body. */
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

/** The hidden request is the body, or the body of a second request whose head the malformed length covers. */
const oddLengths = contentLengths.flatMap((line): Attempt[] => {
  const [odd = ''] = line(0).split('0'); // the text before the number
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

/** A body where none is expected, or beside another malformed line: by length, in chunks, and with both. */
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

export const attempts: readonly Attempt[] = [...bothFramings, ...oddLengths, ...oddChunks, ...ignoredBodies];
