import styles from '../components/styles.css?inline';

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Gives a page the style sheet of the screens, once. It is made by script, which no content policy takes for an inline style. */
export function adoptStyles(page: Document): void {
  if (sheets.has(page) || !page.defaultView) return;
  const sheet = new page.defaultView.CSSStyleSheet();
  sheet.replaceSync(styles);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  sheets.set(page, sheet);
}
