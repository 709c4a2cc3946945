import { canonicalEmail, canonicalPhone } from '../../../src/contract/contact.js';
import { toE164 } from '../../../src/login/phone.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { asked } from '../engine/asked.js';
import { below } from '../engine/mutate.js';
import { emailUser, phoneUser } from '../service/requests.js';
import { hashOf, promised, type Target } from '../target.js';

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

/** One address, in one form. */
export const email: Target = {
  name: 'e-mail',
  functions: 'canonicalEmail',
  form: 'text',
  most: 330,
  longest: 5_000,
  words: emailWords,
  bentPercent: 40,
  bend: (chance) =>
    `${composed(chance, emailWords)}@${composed(chance, emailWords)}.${pick(chance, ['com', 'example', 'дети', '7'])}`,
  look: (input) => {
    const address = asked(codes, () => canonicalEmail(input));
    if (address === undefined) return 'refused';
    promised(
      /^[!-~]+$/.test(address) && address.length <= 254,
      'an address is ASCII without spaces, at most 254 bytes',
    );
    promised(address === address.toLowerCase(), 'an address is lower-case');
    promised(/^[^@]{1,64}@[a-z0-9.-]+$/.test(address), 'an address has one @, before it at most 64 characters');
    promised(asked(codes, () => canonicalEmail(address)) === address, 'a canonical address is its own canonical form');
    const host = address.slice(address.indexOf('@') + 1);
    promised(new URL(`http://${host}`).hostname === host, 'a domain is written as hosts are');
    return 'taken';
  },
  service: { name: 'otp_init, account and signup, contact', request: emailUser },
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

/** E.164, as the service takes it and as the kit's field makes it. */
export const phone: Target = {
  name: 'phone',
  functions: 'canonicalPhone, toE164',
  form: 'text',
  most: 60,
  longest: 5_000,
  words: phoneWords,
  bentPercent: 40,
  bend: (chance) => composed(chance, [...phoneWords, ...'0123456789', '151', '2345678', '49 151 2345678']),
  look: (input) => {
    const country = countries[hashOf(input) % countries.length];
    const dialled = asked([], () => toE164({ country, typed: input }));
    promised(
      dialled === undefined || canonicalPhone(dialled) === dialled,
      'what the field makes, the service takes as it is',
    );
    const number = asked(codes, () => canonicalPhone(input));
    if (number === undefined) return 'refused';
    promised(/^\+[1-9][0-9]{6,14}$/.test(number), 'a number is E.164 in ASCII');
    promised(canonicalPhone(number) === number, 'a canonical number is its own canonical form');
    promised(dialled === number, 'the field makes the same number of it');
    return 'taken';
  },
  service: { name: 'otp_init, account and signup, contact', request: phoneUser },
};

function composed(chance: Chance, words: readonly string[]): string {
  const pieces = Array.from({ length: 1 + below(chance, 6) }, () =>
    chance() < 0.4 ? pick(chance, words) : Math.floor(chance() * 1e9).toString(36),
  );
  return pieces.join('');
}
