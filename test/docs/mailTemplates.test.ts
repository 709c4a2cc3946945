import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../packages/manifest.js';
import { builtProgram, programFolder, start, startProcess } from '../service/node/program.js';
import { type DevConfig, inboxOf, logIn } from '../support/live/person.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

builtProgram();
const folder = temporaryFolder();
const page = readFileSync(join(root, 'docs/mail-templates.md'), 'utf8');

test('what the page about e-mail templates shows is looked at, created and sent by as it says', async () => {
  const [text, html] = ['text', 'html'].map((language) => blocksOf(language)[0] ?? '');
  writeFileSync(join(folder, 'code.txt'), text ?? '');
  writeFileSync(join(folder, 'code.html'), html ?? '');
  const variables = { LATCHKEY_DATA: join(folder, 'data') };
  const dev = start(['dev'], { ...variables, PORT: '0' });
  const [, configUrl = ''] = await dev.line(/^ {2}config +(http:\S+)$/);

  for (const block of blocksOf('sh')) {
    const shell = `npx() { shift; '${process.execPath}' '${join(programFolder, 'dist/bin.js')}' "$@"; }\nset -e\n${block}`;
    const variablesThere = { ...variables, PORT: new URL(configUrl).port };
    const { code, stderr } = await startProcess('/bin/sh', ['-c', shell], variablesThere, folder).ended;
    const problems = stderr.split('\n').filter((line) => line !== '' && !/^\w+: .+ -> /.test(line)); // beside what `config set` changed
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
  }
  expect(readFileSync(join(folder, 'preview.html'), 'utf8')).toContain('Help for Red</a>');

  const config: DevConfig = await (await fetch(configUrl)).json();
  const inbox = inboxOf(config.authProxyUrl);
  await logIn(config, 'ada@example.com', inbox);
  const [mail] = await (await fetch(`${config.authProxyUrl}/dev/inbox?contact=ada@example.com`)).json();
  expect(mail.subject).toMatch(/^\w+ is your code$/);
  expect(mail.text).toContain('Help for Red: https://acme.example/help');
  dev.signal('SIGTERM');
  expect((await dev.ended).code).toBe(0);
});

const blocksOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);
