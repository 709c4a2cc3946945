import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../support/filesIn.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** These have a section for each language, which begins with its tag. */
const shared = [
  'src/components/passkey/passkeyOfferTranslations.ts',
  'src/service/coordinator/mails/keyWords.ts',
  'src/service/coordinator/codes/codeWords.ts',
  'src/service/coordinator/operations/users/contactNoticeWords.ts',
];

const ofChinaAndJapan = '[\u3040-\u30ff\u4e00-\u9fff]';
const besideIt = (sign: string): RegExp => new RegExp(`${ofChinaAndJapan}${sign}|${sign}${ofChinaAndJapan}`);

test.each([
  ['french', 'fr', 'a space before a mark, where a line may break', / [?:;!»]|« /],
  ['spanish', 'es', 'a question without its first mark', /^[^¿]*\?/],
  ['chinese', 'zh-Hans', 'the other form of address', /您/],
  ['chinese', 'zh-Hans', 'a half-width mark', besideIt('[,:;?!()]')],
  ['chinese', 'zh-Hans', 'Latin letters or numbers without a space', besideIt('[A-Za-z0-9]')],
  ['japanese', 'ja', 'a half-width mark', besideIt('[,:;?!()]')],
  ['japanese', 'ja', 'Latin letters or numbers without a space', besideIt('[A-Za-z0-9]')],
  ['japanese', 'ja', 'a space between words', new RegExp(`${ofChinaAndJapan} ${ofChinaAndJapan}`)],
  ['arabic', 'ar', 'a mark that is not Arabic', /[\u0600-\u06ff][ ]?[?,;]/],
])('no text in %s (%s) has %s', (name, tag, _, fault) => {
  const texts = textsIn(name, tag);
  expect(texts.length).toBeGreaterThan(250);
  expect(texts.filter((text) => fault.test(text))).toEqual([]);
});

/** Every text as it is written, `∅` for what is inserted; not text messages, where a no-break space is too dear. */
function textsIn(name: string, tag: string): string[] {
  const own = filesIn(root, 'src/components/words').filter((path) => path.split('/').at(-1)?.startsWith(name));
  const sections = shared.map((path) => {
    const parts = read(path).split(/^ {2}'?([a-zA-Z-]+)'?: \{$/m);
    return parts[parts.indexOf(tag) + 1] ?? '';
  });
  let source = [...own.map(read), ...sections].join('\n').replace(/ sms: [^`]*`[^`]*`/g, '');
  for (let before = ''; before !== source; ) {
    before = source;
    source = source.replace(/\$\{[^{}]*\}/g, '∅');
  }
  return [...source.matchAll(/'((?:\\.|[^'\\\n])*)'|`([^`]*)`/g)].map(
    ([, quoted, template]) => quoted ?? template ?? '',
  );
}
