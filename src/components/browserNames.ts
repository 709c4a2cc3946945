/** A browser and the system that it runs on, by their own names. */
export type BrowserNames = { readonly browser: string; readonly system: string };

/**
 * The names of a browser and its system, from what the browser says of itself; `undefined` if either is unknown.
 *
 * @param touchPoints - `navigator.maxTouchPoints`: Safari on an iPad calls itself a Mac's, which has no touch screen
 */
export function browserNames(userAgent: string, touchPoints: number): BrowserNames | undefined {
  const nameIn = (names: readonly Named[]) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined || system === undefined) return undefined;
  return { browser, system: system === 'macOS' && touchPoints > 1 ? 'iPad' : system };
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
