import { canonicalEmail, canonicalPhone } from '../../../src/contract/contact.js';
import { toE164 } from '../../../src/login/phone.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { below } from '../engine/mutate.js';
import { orRefused } from '../engine/orRefused.js';
import { emailRequest, phoneRequest } from '../service/requests.js';
import { hashOf, mustHold, type Target } from '../target.js';

const codes = ['CONTACT_INVALID'];

const emailWords = [
  ...[
    '@',
    '.',
    '..',
    '+',
    '-',
    '--',
    'xn--',
    'xn--mnchen-3ya',
    'XN--',
    '%40',
    '%',
    '\\',
    '/',
    '#',
    '?',
    ':80',
    'a@b.com,',
    '<',
    '>',
  ],
  ...[
    '"',
    '(c)',
    ' ',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '＠',
    '．',
    '。',
    'ß',
    'ı',
    'İ',
    'ſ',
    'K',
    'ﬁ',
    '\u00ad',
    '\u200d',
    '\u202e',
  ],
  ...[
    '.com',
    '.test',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    '1',
    'ÄÖ',
    'münchen',
    'пример',
    '例え',
    '\r\nBcc: a@b.c',
    '\0',
  ],
];

/** E-mail addresses and their canonical form. */
export const email: Target = {
  name: 'e-mail',
  functions: 'canonicalEmail',
  form: 'text',
  maxUnits: 330,
  stretchedUnits: 5_000,
  dictionary: emailWords,
  structuredPercent: 40,
  mutate: (chance) =>
    `${composed(chance, emailWords)}@${composed(chance, emailWords)}.${pick(chance, ['com', 'example', 'дети', '7'])}`,
  run: (input) => {
    const address = orRefused(codes, () => canonicalEmail(input));
    if (address === undefined) return 'refused';
    mustHold(
      /^[!-~]+$/.test(address) && address.length <= 254,
      'an address is ASCII without spaces, at most 254 bytes',
    );
    mustHold(address === address.toLowerCase(), 'an address is lower-case');
    mustHold(/^[^@]{1,64}@[a-z0-9.-]+$/.test(address), 'an address has one @, before it at most 64 characters');
    mustHold(
      orRefused(codes, () => canonicalEmail(address)) === address,
      'a canonical address is its own canonical form',
    );
    const host = address.slice(address.indexOf('@') + 1);
    mustHold(new URL(`http://${host}`).hostname === host, 'a domain is written as hosts are');
    return 'accepted';
  },
  service: { name: 'otp_init, account and signup, contact', request: emailRequest },
};

const phoneWords = [
  '+',
  '00',
  '0',
  '(0)',
  ' ',
  '-',
  '.',
  '/',
  '\u00a0',
  '\ufeff',
  '٣',
  '０',
  '१',
  '+49',
  '+1',
  'ext. 5',
  ';',
  '\r\n',
  '\0',
];

const countries = [
  undefined,
  ...['DE 49', 'US 1', 'HU 36', 'BY 375', 'RU 7', 'IT 39'].map((country) => {
    const [code = '', dial = ''] = country.split(' ');
    return { code, dial };
  }),
];

/** Phone numbers in E.164, as the service accepts them, and as the kit's field writes them. */
export const phone: Target = {
  name: 'phone',
  functions: 'canonicalPhone, toE164',
  form: 'text',
  maxUnits: 60,
  stretchedUnits: 5_000,
  dictionary: phoneWords,
  structuredPercent: 40,
  mutate: (chance) => composed(chance, [...phoneWords, ...'0123456789', '151', '2345678', '49 151 2345678']),
  run: (input) => {
    const country = countries[hashOf(input) % countries.length];
    const dialled = orRefused([], () => toE164({ country, typed: input }));
    mustHold(
      dialled === undefined || canonicalPhone(dialled) === dialled,
      'the service accepts the number of the field unchanged',
    );
    const number = orRefused(codes, () => canonicalPhone(input));
    if (number === undefined) return 'refused';
    mustHold(/^\+[1-9][0-9]{6,14}$/.test(number), 'a number is E.164 in ASCII');
    mustHold(canonicalPhone(number) === number, 'a canonical number is its own canonical form');
    mustHold(dialled === number, 'the field writes the same number');
    return 'accepted';
  },
  service: { name: 'otp_init, account and signup, contact', request: phoneRequest },
};

function composed(chance: Chance, words: readonly string[]): string {
  const pieces = Array.from({ length: 1 + below(chance, 6) }, () =>
    chance() < 0.4 ? pick(chance, words) : Math.floor(chance() * 1e9).toString(36),
  );
  return pieces.join('');
}
