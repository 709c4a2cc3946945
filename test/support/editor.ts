import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../packages/manifest.js';

/** What an editor asks for types, faults and completions, over modules of ours and code that is not saved. Paths are the project's. */
export function openEditor(
  modules: readonly string[],
  unsaved: readonly { readonly path: string; readonly text: string }[],
): ts.LanguageService {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const texts = new Map(unsaved.map(({ path, text }) => [join(root, path), text]));
  const read = (path: string) => texts.get(path) ?? ts.sys.readFile(path);
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...modules.map((module) => join(root, module)), ...texts.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => texts.has(path) || ts.sys.fileExists(path),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
  });
}
