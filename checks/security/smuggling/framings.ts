/** Lines and bodies about whose end two HTTP parsers may disagree. All text is Latin-1: one character a byte. */

/** Malformed or repeated Transfer-Encoding headers, as whole lines. */
export const transferEncodings: readonly string[] = [
  ...['Transfer-Encoding: chunked', 'TRANSFER-ENCODING: CHUNKED', 'transfer-encoding:chunked'],
  ...['Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked', 'Transfer-Encoding:\tchunked'],
  ...[' Transfer-Encoding: chunked', '\tTransfer-Encoding: chunked', 'Transfer-Encoding:  chunked  '],
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding: chunkedx', 'Transfer-Encoding: chunked x'],
  ...['Transfer-Encoding: chunked, identity', 'Transfer-Encoding: identity, chunked', 'Transfer-Encoding: identity'],
  ...['Transfer-Encoding: chunked, chunked', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: chunked, gzip'],
  ...['Transfer-Encoding: chunked,', 'Transfer-Encoding: ,chunked', 'Transfer-Encoding: chunked;q=1'],
  ...['Transfer-Encoding: "chunked"', "Transfer-Encoding: 'chunked'", 'Transfer-Encoding: cow', 'Transfer-Encoding:'],
  ...['Transfer-Encoding: \x0bchunked', 'Transfer-Encoding: chunked\x0b', 'Transfer-Encoding: \x0cchunked'],
  ...['Transfer-Encoding: chunked\0', 'Transfer-Encoding\0: chunked', 'Transfer-Encoding: \xa0chunked'],
  ...['Transfer-Encoding: chunk\xe9d', 'Transfer_Encoding: chunked', 'Transfer\xadEncoding: chunked'],
  ...['Transfer-Encoding:\r\n chunked', 'Transfer-Encoding:\r\n\tchunked', 'Transfer-Encoding\r\n : chunked'],
  ...['Transfer-Encoding:\n chunked', 'Transfer-Encoding: chunked\r\n , identity', 'Transfer-Encoding: chunked\r'],
  ...['X: y\nTransfer-Encoding: chunked', 'X: y\rTransfer-Encoding: chunked', 'X: y\r\r\nTransfer-Encoding: chunked'],
  ...['X\r\nTransfer-Encoding: chunked', ': y\r\nTransfer-Encoding: chunked', 'X: y\r\n\rTransfer-Encoding: chunked'],
  ...['Transfer-Encoding: chunked\nX: y', 'Transfer-Encoding: chunked\rX: y', 'Transfer-Encoding; chunked'],
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: cow',
  'Transfer-Encoding:\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nConnection: Transfer-Encoding',
  'Transfer-Encoding: chunked\r\nConnection: Content-Length',
  'TE: chunked\r\nTransfer-Encoding: trailers, chunked',
];

/** Malformed Content-Length headers, or two with different values: `length` and another. */
export const contentLengths: readonly ((length: number) => string)[] = [
  (length) => `Content-Length: 0\r\nContent-Length: ${length}`,
  (length) => `Content-Length: ${length}\r\nContent-Length: 0`,
  (length) => `Content-Length: ${length}\r\nContent-Length: ${length}`,
  (length) => `Content-Length: ${length}\r\ncontent-length: ${length + 1}`,
  (length) => `Content-Length: ${length}, ${length}`,
  (length) => `Content-Length: ${length}, ${length + 1}`,
  (length) => `Content-Length: 0, ${length}`,
  (length) => `Content-Length: ${length}, 0`,
  (length) => `Content-Length: ${length},`,
  (length) => `Content-Length: ,${length}`,
  (length) => `Content-Length: +${length}`,
  (length) => `Content-Length: -${length}`,
  (length) => `Content-Length: 0${length}`,
  (length) => `Content-Length: 0000000000000000000000${length}`,
  (length) => `Content-Length: 0x${length.toString(16)}`,
  (length) => `Content-Length: 0o${length.toString(8)}`,
  (length) => `Content-Length: ${length}.0`,
  (length) => `Content-Length: ${length}e0`,
  (length) => `Content-Length: ${length} 0`,
  (length) => `Content-Length: 0 ${length}`,
  (length) => `Content-Length: ${length}x`,
  (length) => `Content-Length: "${length}"`,
  (length) => `Content-Length: ${length};`,
  (length) => `Content-Length: ${2n ** 64n + BigInt(length)}`,
  (length) => `Content-Length: ${2n ** 32n + BigInt(length)}`,
  (length) => `Content-Length: ${length}\x0b`,
  (length) => `Content-Length: \x0b${length}`,
  (length) => `Content-Length: ${length}\0`,
  (length) => `Content-Length: \xa0${length}`,
  (length) => `Content-Length:\t${length}\t`,
  (length) => `Content-Length : ${length}`,
  (length) => `Content-Length\t: ${length}`,
  (length) => ` Content-Length: ${length}`,
  (length) => `Content-Length\0: ${length}`,
  (length) => `Content_Length: ${length}`,
  (length) => `Content-Length\xa0: ${length}`,
  (length) => `Content-Length:\r\n ${length}`,
  (length) => `Content-Length: 0\r\n ${length}`,
  (length) => `Content-Length:\n ${length}`,
  (length) => `X: y\nContent-Length: ${length}`,
  (length) => `X: y\rContent-Length: ${length}`,
  (length) => `X: y\r\n\rContent-Length: ${length}`,
  (length) => `X\r\nContent-Length: ${length}`,
  (length) => `: y\r\nContent-Length: ${length}`,
  (length) => `Content-Length: ${length}\rX: y`,
  (length) => `Content-Length:\r\nContent-Length: ${length}`,
  (length) => `Content-Length: ${length}\r\nConnection: Content-Length`,
  (length) => `Content-Length: ${length}\r\nConnection: close, Content-Length`,
];

/** Malformed chunked bodies, with the hidden request inside or after them. */
export const chunkedBodies: readonly ((hidden: string) => string)[] = [
  ...['0\n\n', '0\r\r\n', '0\n\r\n', '0\r\n\n', '0\r\n\r', '0 \r\n\r\n', ' 0\r\n\r\n', '0\t\r\n\r\n', '\r\n\r\n'],
  ...[
    '0x0\r\n\r\n',
    '-0\r\n\r\n',
    '+0\r\n\r\n',
    '00000000000000000000000\r\n\r\n',
    '0\0\r\n\r\n',
    '0\xb2\r\n\r\n',
    'g\r\n\r\n',
  ],
  ...[
    '0;\nx\r\n\r\n',
    '0;x=y\r\n\r\n',
    '0;a="\r\n\r\n"\r\n\r\n',
    '0 ;x\r\n\r\n',
    '0;\rx\r\n\r\n',
    '0;\0\r\n\r\n',
    '0,0\r\n\r\n',
  ],
  ...['2\r\n{}0\r\n\r\n', '2\r\n{}\n0\r\n\r\n', '2\r\n{}\r0\r\n\r\n', '2\r\n{}XX0\r\n\r\n', '2\n{}\r\n0\r\n\r\n'],
  ...[
    '1\r\n{}\r\n0\r\n\r\n',
    '3\r\n{}\r\n0\r\n\r\n',
    '2 \r\n{}\r\n0\r\n\r\n',
    '02\r\n{}\r\n0\r\n\r\n',
    '+2\r\n{}\r\n0\r\n\r\n',
  ],
  ...[
    '0x2\r\n{}\r\n0\r\n\r\n',
    '2;x\r\n{}\r\n0\r\n\r\n',
    '2;a="\n"\r\n{}\r\n0\r\n\r\n',
    '2\r\n{}\r\n0\r\n X: y\r\n\r\n',
  ],
  ...['10000000000000002\r\n{}\r\n0\r\n\r\n', 'ffffffffffffffff2\r\n{}\r\n0\r\n\r\n', '100000002\r\n{}\r\n0\r\n\r\n'],
  ...['0\r\nContent-Length: 9\r\n\r\n', '0\r\nTransfer-Encoding: chunked\r\n\r\n', '0\r\nX\r\n\r\n', '0\r\nX: y\n\n'],
  ...['0\r\nHost: other\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n', '0\r\n: y\r\n\r\n', '0\r\nX: y\rX: z\r\n\r\n'],
]
  .map((chunks) => (hidden: string) => chunks + hidden)
  .concat([
    // A parser that ends a line at a bare LF reads a chunk of three bytes, then one with the hidden request. Others read other chunks.
    (hidden) => `3;\nxxx\r\n${chunk(`0\r\n\r\n${hidden}`)}0\r\n\r\n`,
    (hidden) => `3;\rxxx\r\n${chunk(`0\r\n\r\n${hidden}`)}0\r\n\r\n`,
    (hidden) => `3;x="\nxxx\r\n${chunk(`0\r\n\r\n${hidden}`)}0\r\n\r\n`,
    (hidden) => `3\nxxx\n${chunk(`0\n\n${hidden}`)}0\r\n\r\n`,
    // For a parser that skips the two bytes after a chunk without a check.
    (hidden) => `2\r\n{}3e${chunk(`0\r\n\r\n${hidden}`)}0\r\n\r\n`,
    (hidden) => `${hidden.length.toString(16)} 0\r\n${hidden}\r\n0\r\n\r\n`,
    (hidden) => `0;${hidden.length.toString(16)}\r\n\r\n${hidden}`,
    (hidden) => `0${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    (hidden) => `${hidden.length.toString(16).toUpperCase()}\r\n${hidden}\r\n0\r\n\r\n`,
    (hidden) => `${chunk(hidden)}0\r\n\r\n`,
  ]);

/** One chunk. */
export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Other headers that may change how a body is read. */
export const besideLines: readonly string[] = [
  ...['Expect: 100-continue', 'Expect: 100-Continue', 'Expect : 100-continue', 'Expect: y 100-continue', 'Expect:'],
  ...[
    'Expect:\r\n 100-continue',
    'Expect: 100-continue\r\nExpect: 100-continue',
    'Expect: 200-ok',
    'Expect: 100-continue, x',
  ],
  ...[
    'Connection: close',
    'Connection: keep-alive, X-Stamp',
    'Connection: X-Forwarded-For',
    'Proxy-Connection: keep-alive',
  ],
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Connection: Upgrade\r\nUpgrade: h2c',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Connection: Upgrade\r\nUpgrade: TLS/1.0, HTTP/2.0',
  ...[
    'X-A\0: b',
    ': b',
    'X A: b',
    '(x): b',
    'X-A',
    'X-\xc3\xa4: b',
    'X-A: \x01',
    'X-A: b\rX-B: c',
    '"x": b',
    'X-A: \x7f',
    '\x0bX: b',
  ],
  ...['Host: other', 'Host : other', 'Host:', 'X-HTTP-Method-Override: GET', 'Trailer: X-Stamp', 'TE: trailers'],
  ...['Content-Encoding: gzip', 'Content-Type: text/plain', 'Origin: x y', 'Range: bytes=0-1', 'Max-Forwards: 0'],
];

/** Request lines, most of them malformed. */
export const requestLines: readonly string[] = [
  ...[
    'GET /health',
    'HEAD /health',
    'PUT /health',
    'DELETE /health',
    'OPTIONS /health',
    'TRACE /health',
    'get /health',
  ],
  ...[
    'GET /ready',
    'OPTIONS /v1/wallet_kit_config',
    'OPTIONS *',
    'GET /',
    'POST /nothing',
    'POST /v1/nothing',
    'X /health',
  ],
  ...[
    'CONNECT localhost:80',
    'POST http://localhost/v1/wallet_kit_config',
    'POST http://other.example/v1/wallet_kit_config',
  ],
  ...['POST //v1/wallet_kit_config', 'POST /v1/../v1/wallet_kit_config', 'POST /v1/wallet_kit_config#x', 'POST /%00'],
  ...[
    'POST  /v1/wallet_kit_config',
    'POST\t/v1/wallet_kit_config',
    'POST /v1/wallet_kit_config ',
    ' POST /v1/wallet_kit_config',
  ],
  ...['\r\nPOST /v1/wallet_kit_config', '\nPOST /v1/wallet_kit_config', 'POST /v1/wallet_kit_config HTTP/1.1\0'],
  ...['POST /v1/wallet_kit_config\x0b', 'POST /v1/wallet_kit_config\xa0', 'POST \\v1\\wallet_kit_config', 'PRI *'],
]
  .map((line) => `${line} HTTP/1.1`)
  .concat(
    ['1.0', '1.2', '2.0', '0.9', '1.10', '01.1', '1,1', ' 1.1', '1.1 ', '1.1 x', '', '9'].map(
      (version) => `POST /v1/wallet_kit_config HTTP/${version}`,
    ),
  )
  .concat(['POST /v1/wallet_kit_config', 'POST /v1/wallet_kit_config http/1.1', 'GET /health HTTP/1.0']);
