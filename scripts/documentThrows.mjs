import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The longest text of refusals that a hover shows and that is readable, in characters. */
const longest = 400;

/**
 * Adds to the docstring of each hook, in the declarations that `tsc` wrote, what its operation throws: of a row, its refusals, each with its
 * sentence if there is room; of a flow, what its own docstring says. The operation is the first one that the docstring names.
 *
 * @param folder - of the declarations.
 * @param contract - the exports of latchkey/contract, as built.
 */
export function documentThrows(folder, { refusals, activityRows, queryRows, proxyRows }) {
  const rows = { ...activityRows, ...queryRows, ...proxyRows };
  const said = flowThrows(join(folder, 'client/flows'));
  const throwsOf = (name) =>
    Object.hasOwn(rows, name) ? rowThrows(name, rows[name].refusals, refusals) : said.get(name);
  for (const path of filesIn(join(folder, 'hooks'))) {
    const text = readFileSync(path, 'utf8');
    const documented = text.replaceAll(
      // Not of one that returns nothing: it tells its callbacks.
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/(?=\nexport declare (?:const|function) use[A-Z](?![^;]*\): void;))/g,
      (docstring, inside) => {
        const named = [...inside.matchAll(/\{@link (\w+)\}|flow is `(\w+)`/g)].map(
          ([, linked, flow]) => linked ?? flow,
        );
        const tags = named.map(throwsOf).find((found) => found !== undefined) ?? [];
        return tags.length === 0 ? docstring : withTags(inside, tags);
      },
    );
    if (documented !== text) writeFileSync(path, documented);
  }
}

/** The tags of a row's refusals: a tag each with its sentence, or all codes in one, or as many as there is room for. */
function rowThrows(name, codes, refusals) {
  const sentences = codes.map((code) => `@throws ${code}: ${refusals[code].text}`);
  if (sentences.join('\n').length <= longest) return sentences;
  const all = `@throws ${codes.join(', ')}`;
  if (all.length <= longest) return [all];
  const rest = (count) => `, and ${codes.length - count} more: {@link ${name}}`;
  let count = codes.length;
  const some = () => `@throws ${codes.slice(0, count).join(', ')}${rest(count)}`;
  while (some().length > longest) count -= 1;
  return [some()];
}

/** What the docstring of each flow says that it throws, by the flow's name. */
function flowThrows(folder) {
  const functions = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport declare function (\w+)/g;
  return new Map(
    filesIn(folder).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(functions)].map(([, inside, name]) => [
        name,
        inside.match(/@throws (?:(?!\n? \* @)[\s\S])*/g)?.map((tag) => tag.replaceAll(/\s*\n \*\s*/g, ' ').trim()) ??
          [],
      ]),
    ),
  );
}

/** A docstring with further tags, which stand before its example. */
function withTags(inside, tags) {
  const lines = inside.replace(/^\n? \*? ?|\s*$/g, '').split(/\n \* ?/);
  const example = lines.findIndex((line) => line.startsWith('@example'));
  const end = example < 0 ? lines.length : example;
  const blank = lines.some((line) => line.startsWith('@')) ? [] : [''];
  const whole = [...lines.slice(0, end), ...blank, ...tags, ...lines.slice(end)];
  return `/**\n${whole.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}

const filesIn = (folder) => readdirSync(folder).map((name) => join(folder, name));
