import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { previewTemplate, type TemplateFiles } from '../../../src/service/node/previewTemplate.js';
import { readTemplateWords } from '../../../src/service/node/templateWords.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const folder = temporaryFolder();

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** What the program does with these words. */
async function previewed(words: object) {
  const given = { kind: 'code', subject: '{{code}}', language: 'en', app: 'Acme', out: folder, ...words };
  const files = readTemplateWords(given);
  if (typeof files === 'string') throw new Error(files);
  const output: string[] = [];
  const say = (text: string) => void output.push(text);
  const code = await previewTemplate(files as TemplateFiles, { print: say, say }, () => Date.UTC(2030, 1, 3, 4, 5));
  return { code, said: output };
}

test('a mail is written as it will be, with the last words of the service', async () => {
  const text = file('mail.txt', '{{code}} for {{team}}\n');
  const html = file('mail.html', '<p>{{code}}</p><a href="{{site}}">{{team}}</a>');
  const variables = '{"team":"<Red>","site":"https://acme.example/"}';
  const written = [join(folder, 'preview.txt'), join(folder, 'preview.html')];
  expect(await previewed({ text, html, variables })).toEqual({ code: 0, said: written });
  const [mail = '', page = ''] = written.map((name) => readFileSync(name, 'utf8'));
  expect(mail).toMatch(
    /^Subject: 428117\n\n428117 for <Red>\n\n428117 is your Acme login code\nExpires in 5 minutes\. Requested 3 Feb 2030, 04:05 UTC\.\n/,
  );
  expect(page).toContain('<p>428117</p><a href="https://acme.example/">&lt;Red&gt;</a>');
});

test.each([
  ['login-link', 'Log in to Acme'],
  ['recovery-link', 'Recover your Acme account'],
])('a mail of the kind %s says what it is for', async (kind, action) => {
  const text = file('mail.txt', '{{link}}');
  const html = file('mail.html', '<a href="{{link}}">Go</a>{{bundle}}');
  expect(await previewed({ kind, text, html, subject: 'Go' })).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'preview.txt'), 'utf8')).toContain(action);
});

test('what the service would refuse is named by its file, line and column, and nothing is written', async () => {
  const text = file('mail.txt', 'no code');
  const html = file('bad.html', '<p>{{code}}</p>\n<script></script>');
  expect(await previewed({ text, html, subject: '{{nmae}}', out: join(folder, 'absent') })).toEqual({
    code: 1,
    said: [
      expect.stringMatching(/^--subject, line 1, column 1: /),
      `${text}, line 1, column 8: {{code}} must stand in it`,
      `${html}, line 2, column 1: <script> may not stand in a mail`,
    ],
  });
});

test('a folder that is not there is named', async () => {
  const text = file('mail.txt', '{{code}}');
  const html = file('mail.html', '<p>{{code}}</p>');
  const out = join(folder, 'absent');
  const message = `${join(out, 'preview.txt')} cannot be written.`;
  await expect(previewed({ text, html, out })).rejects.toMatchObject({ code: 'FILE_UNWRITABLE', message });
});

test('words, variables and files that cannot be used are told', async () => {
  const text = file('mail.txt', '{{code}}');
  const html = file('mail.html', '{{code}}<a href="{{site}}">x</a>');
  for (const words of [{ kind: 'sms' }, { kind: 'constructor' }, { language: 'xx' }, { html: undefined }])
    await expect(previewed({ text, html, ...words })).rejects.toThrow(/--(kind|language|subject)/);
  for (const variables of ['{"site":"http://acme.example"}', '{"code":"1"}', '[]', '{"site":1}'])
    await expect(previewed({ text, html, variables })).rejects.toMatchObject({ code: 'VARIABLES_INVALID' });
  await expect(previewed({ text: join(folder, 'absent.txt'), html })).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
  });
});
