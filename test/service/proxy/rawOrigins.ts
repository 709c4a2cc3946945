import { listed } from '../../support/hostileOrigins.js';

/** Lines of a request that claim the listed origin in ways that only bytes can: one array a request, as Latin-1. */
export const hostileLines: readonly (readonly string[])[] = [
  ['X-Nothing: no origin at all'],
  ...[
    [listed, 'https://evil.io'],
    ['https://evil.io', listed],
    [listed, listed],
    ['null', listed],
    [listed, ''],
  ].map((origins) => origins.map((origin) => `Origin: ${origin}`)),
  [`Origin: ${listed}`, 'ORIGIN: https://evil.io'],
  ...['.evil.io', '', 'https://evil.io', '\t', ',', '@evil.io'].map((rest) => [`Origin: ${listed}\r\n ${rest}`]),
  ...[`\r\n ${listed}`, `\r\n\t${listed}`, ` https://evil.io\r\n ${listed}`].map((value) => [`Origin:${value}`]),
  ...['\0', '\x01', '\x08', '\x0b', '\x0c', '\x1b', '\x7f', '\x80', '\xa0', '\xad', '\xc2\xa0', '\xe3\x80\x82', '\xff']
    .flatMap((byte) => [listed + byte, byte + listed, listed.replace('.', byte), listed.replace('.', `.${byte}`)])
    .map((origin) => [`Origin: ${origin}`]),
  ...['\r', '\n', '\r\r', '\n\n', '\n\r'].flatMap((end) => [
    [`Origin: ${listed}${end}X-Nothing: x`],
    [`Origin: https://evil.io${end}Origin: ${listed}`],
    [`X-Nothing: x${end}Origin: ${listed}`],
  ]),
  ...[
    `Origin : ${listed}`,
    `Origin\t: ${listed}`,
    ` Origin: ${listed}`,
    `\tOrigin: ${listed}`,
    'Origin',
    'Origin:',
  ].map((line) => [line]),
  ...[
    `\0Origin: ${listed}`,
    `Origin\0: ${listed}`,
    `Ori\xadgin: ${listed}`,
    `Origin= ${listed}`,
    `"Origin": ${listed}`,
  ].map((line) => [line]),
  ...['Referer', 'X-Origin', 'Sec-Origin', 'Origin-', '-Origin', 'Forwarded', 'X-Forwarded-Host', 'HTTP_ORIGIN'].map(
    (name) => [`${name}: ${listed}`],
  ),
];

/** Header lines with the listed origin in every form that HTTP allows. */
export const honestLines: readonly string[] = [
  `Origin: ${listed}`,
  `origin: ${listed}`,
  `ORIGIN:${listed}`,
  `Origin: \t ${listed} \t `,
];
