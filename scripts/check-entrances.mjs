// What can only be seen in the built package. Run `npm run build` first; prints a line a check and fails with what is wrong.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entrances = Object.keys(exports)
  .filter((name) => exports[name].default && !name.endsWith('.css'))
  .map((name) => name.replace(/^\./, 'latchkey'));
/** What an installation brings to a developer's disk, editor and bundler. */
const mostFiles = 400;
const mostMegabytes = 6.5;
/** Has React within, which looks for a window and knows how to write markup. What is ours in it is looked at everywhere else. */
const widget = 'latchkey/embed';
const modules = filesIn('dist', '.js')
  .filter((path) => !path.startsWith(join(root, 'dist/embed/')))
  .map(parse);

check(
  'every entrance loads in plain Node',
  entrances.flatMap((name) => loadFaults(name)),
);
check(
  'every entrance loads in a worker',
  entrances.flatMap((name) => loadFaults(name, inWorker)),
);
check(
  'no entrance touches window, document or storage as it loads',
  entrances.filter((name) => name !== widget).flatMap((name) => loadFaults(name, poisoned)),
);
check("'use client' is where it was in the source", clientLineFaults());
check('no file imports itself by way of others', circleFaults());
const ofReact = ['latchkey', widget, 'latchkey/ethereum/react'];
for (const name of entrances.filter((name) => !ofReact.includes(name)))
  check(`${name} knows no React`, reactFaults(`dist/${name.slice('latchkey/'.length)}.js`));
check('nothing is made into code or markup', modules.flatMap(dangerFaults));
check('the program is executable and begins with its interpreter', programFaults());
check('only dist and what the readme names are packed', packFaults());
check(`the package has at most ${mostFiles} files of at most ${mostMegabytes} MB together`, packSizeFaults());

function check(says, faults) {
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${says}`);
  for (const fault of faults) console.log(`     ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** What a page has and a server lacks throws when our own code asks for it, even by `typeof`; other packages may ask. */
function poisoned(load) {
  return `for (const name of ['window', 'document', 'indexedDB', 'localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { configurable: true, get() {
      const asker = new Error().stack.split('\\n')[2] ?? '';
      if (asker.includes(${JSON.stringify(join(root, 'dist'))})) throw new Error(name + ' is read ' + asker.trim());
      return undefined;
    } });
    ${load}`;
}

/** Imports an entrance by its public name in a process of its own. */
function loadFaults(name, wrap = (load) => load) {
  const load = `if (Object.keys(await import('${name}')).length === 0) throw new Error('it exports nothing');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', wrap(load)], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return status === 0 ? [] : [`${name}: ${stderr.split('\n').find((line) => /^\w*Error/.test(line)) ?? stderr}`];
}

function inWorker(load) {
  return `import { Worker } from 'node:worker_threads';
    new Worker(${JSON.stringify(`(async () => { ${load} })()`)}, { eval: true });`;
}

function clientLineFaults() {
  const marked = (text) => /^['"]use client['"];?\r?\n/.test(text);
  const faults = modules.flatMap(({ fileName, text }) => {
    const kinds = new Set(sourcesOf(text).map(marked));
    if (kinds.size > 1) return [`${relative(root, fileName)} has modules that say it, and modules that do not`];
    return kinds.has(true) === marked(text)
      ? []
      : [`${relative(root, fileName)} ${marked(text) ? 'has it' : 'lost it'}`];
  });
  return modules.filter(({ text }) => marked(text)).length > 30 ? faults : [...faults, 'hardly any file has it'];
}

/** The source of each module in a file, by the file's map. */
function sourcesOf(text) {
  const [, map] = /\/\/# sourceMappingURL=data:application\/json;[^,]*base64,(\S+)\s*$/.exec(text) ?? [];
  return map === undefined ? [] : JSON.parse(Buffer.from(map, 'base64').toString()).sourcesContent;
}

/** A file whose import leads back to it: what it makes as it loads might not be there yet. */
function circleFaults() {
  const next = new Map(
    modules.map(({ fileName, statements }) => [
      fileName,
      statements.flatMap(({ moduleSpecifier }) =>
        moduleSpecifier?.text.startsWith('.') ? [resolve(dirname(fileName), moduleSpecifier.text)] : [],
      ),
    ]),
  );
  return [...next.keys()].flatMap((file) => {
    const reached = new Set(next.get(file));
    for (const each of reached) for (const found of next.get(each) ?? []) reached.add(found);
    return reached.has(file) ? [`${relative(root, file)} leads to itself`] : [];
  });
}

function reactFaults(entrance) {
  const seen = new Set();
  const faults = [];
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const name of importsOf(modules.find((module) => module.fileName === path)))
      if (name.startsWith('.')) visit(resolve(dirname(path), name));
      else if (/react/.test(name)) faults.push(`${relative(root, path)} imports ${name}`);
  };
  visit(join(root, entrance));
  return faults;
}

/** Static and dynamic imports alike. */
function importsOf(module) {
  return ts.preProcessFile(module.text, true, true).importedFiles.map(({ fileName }) => fileName);
}

function dangerFaults(module) {
  const faults = [];
  const dangerous = [
    'innerHTML',
    'outerHTML',
    'insertAdjacentHTML',
    'dangerouslySetInnerHTML',
    'srcdoc',
    'document.write',
    'Math.random',
  ];
  const visit = (node) => {
    const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText(module) : undefined;
    const named = ts.isPropertyAccessExpression(node) ? [node.name.text, node.getText(module)] : [];
    const quoted = ts.isStringLiteralLike(node) || ts.isIdentifier(node) ? [node.text] : [];
    const found = ['eval', 'Function', 'globalThis.eval'].includes(called)
      ? called
      : [...named, ...quoted].find((name) => dangerous.includes(name));
    if (found) {
      const { line } = module.getLineAndCharacterOfPosition(node.getStart(module));
      faults.push(`${relative(root, module.fileName)}:${line + 1} ${found}`);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(module);
  return faults;
}

function programFaults() {
  const begins = readFileSync(join(root, 'dist/bin.js'), 'utf8').startsWith('#!/usr/bin/env node\n');
  const packed = pack().find(({ path }) => path === 'dist/bin.js');
  return [
    ...(begins ? [] : ['dist/bin.js does not begin with #!/usr/bin/env node']),
    ...((packed?.mode ?? 0) & 0o111 ? [] : ['dist/bin.js is not executable in the package']),
  ];
}

function packFaults() {
  return pack()
    .map(({ path }) => path)
    .filter((path) => !/^(dist\/|package\.json$|(README|CHANGELOG|SECURITY)\.md$|LICENSE$)/.test(path));
}

function packSizeFaults() {
  const files = pack();
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
  console.log(`     ${files.length} files, ${megabytes.toFixed(2)} MB`);
  return files.length <= mostFiles && megabytes <= mostMegabytes ? [] : ['it has more'];
}

function pack() {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  return Object.values(JSON.parse(stdout))[0].files;
}

function parse(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function filesIn(folder, ...endings) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !path.endsWith('.d.ts'))
    .map((path) => join(root, folder, path));
}
