import styles from '../components/styles.css?inline';

const sheets = new WeakMap<Document, CSSStyleSheet>();

/**
 * Adds the style sheet of the screens to a page, once. It is a constructed style sheet, which content security policies do not treat as
 * inline.
 */
export function adoptStyles(page: Document): void {
  if (sheets.has(page) || !page.defaultView) return;
  const sheet = new page.defaultView.CSSStyleSheet();
  sheet.replaceSync(styles);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  sheets.set(page, sheet);
}
