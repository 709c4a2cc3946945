// Prints, as JSON, the style sheets of pages that a screen may stand in: by name, what stands before and after the kit's. The
// argument is the file of the kit's sheet. It runs in a process of its own, since these packages are installed here alone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import forms from '@tailwindcss/forms';
import postcss from 'postcss';
import { compile } from 'tailwindcss';
import tailwind3 from 'tailwindcss-3';

const { resolve } = createRequire(import.meta.url);
const [kitFile] = process.argv.slice(2);
/** With the sheets that it imports in their places. */
const kit = readFileSync(kitFile, 'utf8').replaceAll(/@import "(\..*)";/g, (_, path) =>
  readFileSync(join(dirname(kitFile), path), 'utf8'),
);
const sheet = (name) => readFileSync(resolve(name), 'utf8');

/** What an app's own markup uses, so that the sheets hold more than their base. */
const used = ['p-4', 'rounded', 'bg-blue-500', 'text-white', 'border', 'form-input', 'dark:bg-black'];

const plain = {
  'Tailwind 3': await ofTailwind3([]),
  'Tailwind 3 with its forms plugin': await ofTailwind3([forms]),
  'Bootstrap 5': sheet('bootstrap/dist/css/bootstrap.css'),
  'Pico 2': sheet('@picocss/pico/css/pico.css'),
  'a reset': reset(),
};

const pages = {
  'a bare page': kit,
  ...Object.fromEntries(
    Object.entries(plain).flatMap(([name, css]) => [
      [`${name}, before`, `${css}\n${kit}`],
      [`${name}, after`, `${kit}\n${css}`],
    ]),
  ),
  'Tailwind 4, before': await ofTailwind4('@import "tailwindcss"; @import "kit";'),
  'Tailwind 4, after': await ofTailwind4('@import "kit"; @import "tailwindcss";'),
  'Tailwind 4 with its forms plugin, before': await ofTailwind4(
    '@import "tailwindcss"; @plugin "@tailwindcss/forms"; @import "kit";',
  ),
  'Tailwind 4 with its forms plugin, after': await ofTailwind4(
    '@import "kit"; @import "tailwindcss"; @plugin "@tailwindcss/forms";',
  ),
};
process.stdout.write(JSON.stringify(pages));

async function ofTailwind3(plugins) {
  const settings = { content: [{ raw: used.join(' ') }], darkMode: 'class', plugins };
  const source = '@tailwind base; @tailwind components; @tailwind utilities;';
  return (await postcss([tailwind3(settings)]).process(source, { from: undefined })).css;
}

async function ofTailwind4(source) {
  const { build } = await compile(source, {
    base: import.meta.dirname,
    loadStylesheet: async (id) => {
      if (id === 'kit') return { path: kitFile, base: dirname(kitFile), content: kit };
      const path = resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id);
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
    },
    loadModule: async (id) => ({ path: resolve(id), base: dirname(resolve(id)), module: forms }),
  });
  return build(used);
}

/** As many pages write one: everything to nothing, and form controls without a look. */
function reset() {
  return `
    *, *::before, *::after { box-sizing: border-box; margin: 0; padding: 0; }
    body, div, span, form, label, h1, h2, p, button, input, select { border: 0; font: inherit; vertical-align: baseline; }
    body { line-height: 1; letter-spacing: 0.02em; -webkit-font-smoothing: antialiased; }
    button, [type="button"], [type="submit"] { background: none; color: inherit; appearance: none; cursor: inherit; }
    input, select, textarea, [type="email"], [type="text"], [type="tel"] { background: none; border: none; outline: none; width: auto; }
    input:focus, [type="email"]:focus { outline: none; box-shadow: none; }
    svg { display: block; max-width: 100%; fill: red; }
  `;
}
