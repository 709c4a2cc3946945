/** A browser and the system that it runs on, by their own names. */
export type BrowserNames = { readonly browser: string; readonly system: string };

/**
 * The names of a browser and its system, from what the browser says of itself; `undefined` if either is unknown.
 *
 * @param touchPoints - `navigator.maxTouchPoints`: Safari on an iPad calls itself a Mac's, which has no touch screen. A server knows none.
 */
export function browserNames(userAgent: string, touchPoints = 0): BrowserNames | undefined {
  const nameIn = (names: readonly Named[]) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined || system === undefined) return undefined;
  return { browser, system: system === 'macOS' && touchPoints > 1 ? 'iPad' : system };
}

/** As one word of a longer text. */
export const writeBrowserNames = ({ browser, system }: BrowserNames): string => `${browser}/${system}`;

/** What {@link writeBrowserNames} wrote; `undefined` of names that are not on the lists. */
export function readBrowserNames(text: string): BrowserNames | undefined {
  const [browser = '', system = '', ...rest] = text.split('/');
  const isKnown = (name: string, names: readonly Named[]) => names.some(([, known]) => known === name);
  return isKnown(browser, browsers) && isKnown(system, systems) && rest.length === 0 ? { browser, system } : undefined;
}

type Named = readonly [sign: RegExp, name: string];

/** Most browsers name others beside themselves: the first that fits is meant. */
const browsers: readonly Named[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];

const systems: readonly Named[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
