/** A page of the development surface. */
export type HtmlPage = {
  readonly title: string;
  /** HTML, without `main`. */
  readonly header: string;
  readonly main: string;
  /** Modules of this origin, loaded beside the page's own script. */
  readonly scripts?: readonly string[];
};

/** The whole of a page: one style sheet, scripts of this origin, nothing inline, so that its policy can forbid all else. */
export const writePage = ({ title, header, main, scripts = [] }: HtmlPage): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${title}</title>`,
    '<link rel="stylesheet" href="/dev/style.css">',
    '<script src="/dev/script.js" defer></script>',
    ...scripts.map((path) => `<script type="module" src="${path}"></script>`),
    '<header>',
    header,
    '</header>',
    '<main>',
    main,
    '</main>',
    '</html>',
    '',
  ].join('\n');

/** A button that copies the text of an element; without a script there is none. */
export const copyButton = (of: { readonly id: string; readonly name: string }): string =>
  `<button type="button" class="needs-script" data-copies="${of.id}" aria-label="Copy ${of.name}">Copy</button>`;
