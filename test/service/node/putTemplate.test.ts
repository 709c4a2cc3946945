import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getEmailTemplate } from '../../../src/contract/emailTemplates.queries.js';
import { callerOf } from '../../../src/service/node/callerOf.js';
import { readConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { putTemplate } from '../../../src/service/node/putTemplate.js';
import { readTemplateWords } from '../../../src/service/node/templateWords.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run, start } from './program.js';
import { needSecondVote } from './secondVote.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const environment = {
  LATCHKEY_MASTER_KEY: masterKey,
  LATCHKEY_CODE_PEPPER: codePepper,
  LATCHKEY_PROXY_KEY: proxyKey,
  LATCHKEY_DATA: join(folder, 'own'),
  LATCHKEY_ROOT_KEY: rootApiKey.privateKey,
};

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const text = file('code.txt', '{{code}} for {{team}}');
const html = file('code.html', '<p>{{code}}</p>');
const words = { name: 'Codes', kind: 'code', subject: '{{code}}', text, html, variables: '{"team":"Red"}' };
const flags = (given: object) => Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);

/** The same command in this process, on the database. */
async function put(changes: object): Promise<{ code: number; said: string[] }> {
  const given = { ...words, language: 'en', app: 'Acme', out: folder, ...changes };
  const files = readTemplateWords(given);
  if (typeof files === 'string') throw new Error(files);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const { name } = given;
  const code = await putTemplate(readConfigEnvironment(environment, {}), { ...files, name }, { print: say, say });
  return { code, said };
}

async function templateBy(emailTemplateId: string) {
  const { caller, close } = await callerOf(readConfigEnvironment(environment, {}), Date.now);
  try {
    return (await caller.ask(getEmailTemplate, { emailTemplateId })).emailTemplate;
  } finally {
    await close();
  }
}

test('a template is created from files, and the same name again changes it, language by language', async () => {
  await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], environment);
  const made = await run(['template', 'put', ...flags(words)], environment);
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
  const id = made.stdout.trim();
  const english = { language: 'en', subject: '{{code}}', text: '{{code}} for {{team}}', html: '<p>{{code}}</p>' };
  expect(await templateBy(id)).toMatchObject({
    name: 'Codes',
    kind: 'EMAIL_TEMPLATE_KIND_CODE',
    variables: ['team'],
    texts: [english],
  });

  expect(await put({ language: 'de', subject: 'Dein Code: {{code}}' })).toEqual({ code: 0, said: [id] });
  expect(await put({ subject: 'Your code: {{code}}' })).toEqual({ code: 0, said: [id] });
  const { updatedAt } = await templateBy(id);
  expect(await put({ subject: 'Your code: {{code}}' })).toEqual({ code: 0, said: [id] });
  expect((await templateBy(id)).updatedAt).toEqual(updatedAt);
  expect((await templateBy(id)).texts.map(({ language, subject }) => [language, subject])).toEqual([
    ['en', 'Your code: {{code}}'],
    ['de', 'Dein Code: {{code}}'],
  ]);

  await expect(
    put({
      kind: 'login-link',
      subject: 'Go',
      text: file('link.txt', '{{link}} {{team}}'),
      html: file('link.html', '{{link}}'),
    }),
  ).rejects.toMatchObject({
    code: 'KIND_DIFFERS',
  });
  await expect(put({ text: file('plain.txt', '{{code}}'), variables: '{}' })).rejects.toMatchObject({
    code: 'EMAIL_TEMPLATE_INVALID', // the German text still shows the team
  });
  const bad = file('bad.html', '<p>{{code}}</p><script></script>');
  expect(await put({ html: bad })).toEqual({
    code: 1,
    said: [expect.stringContaining(`${bad}, line 1, column 16: <script>`)],
  });
  expect((await templateBy(id)).texts).toHaveLength(2);
});

test('what waits for others drops no language that came meanwhile', async () => {
  const id = (await put({})).said.join();
  const { texts } = await templateBy(id);
  const approve = await needSecondVote(readConfigEnvironment(environment, {}));
  const french = await put({ language: 'fr' });
  const spanish = await put({ language: 'es' });
  await approve(french.said.join());
  await expect(approve(spanish.said.join())).rejects.toMatchObject({ code: 'EMAIL_TEMPLATE_CHANGED' });
  expect((await templateBy(id)).texts).toHaveLength(texts.length + 1);
  await approve((await put({ language: 'es' })).said.join());
  expect((await templateBy(id)).texts).toHaveLength(texts.length + 2);
});

test('a template is put to the latchkey dev of this machine without a key', async () => {
  const folderOfDev = { LATCHKEY_DATA: join(folder, 'dev') };
  const dev = start(['dev'], { ...folderOfDev, PORT: '0' });
  const { port } = new URL((await dev.line(/^latchkey ready (\S+)/))[1] ?? '');
  const here = { ...folderOfDev, PORT: port };
  const { code, stdout } = await run(['template', 'put', '--dev', ...flags(words)], here);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
  const set = [
    'config',
    'set',
    '--dev',
    `otpTemplateId=${stdout.trim()}`,
    'emailCustomizationParams.templateVariables={"team":"Red"}',
  ];
  expect((await run(set, here)).code).toBe(0);
});
