/** The only origin that the configuration of these tests lists. */
export const listed = 'https://app.example.com';

const host = 'app.example.com';
const every = (text: string, change: (character: string, at: number) => string) =>
  [...text].map((character, at) => text.slice(0, at) + change(character, at) + text.slice(at + 1));

/** The listed origin with a text after it. */
const around = [
  ...['.', '..', '/', '//', '\\', ':', ';', '?', '#', '@', '%', '*', '-', '_', '~', '!', '$', '&', "'", '"', '|', '\t'],
  ...['%00', '%09', '%0a', '%0d%0a', '%20', '%2e', '%2f', '%40', '%5c', '%23', '%3f', '%25', '%ff', '\xa0', '\xad'],
  ...['/path', '/?', '/#', '/..', '/.', '?next=1', '#here', '/%2e%2e', ';a=b', '.evil.io', '-evil.io', '.evil.io/'],
  ...['@evil.io', ':443@evil.io', ':x@evil.io', '%40evil.io', '\\@evil.io', '#@evil.io', '?@evil.io', '/@evil.io'],
  ...[':80', ':443', ':0443', ':0', ':1', ':8443', ':3000', ':65535', ':65536', ':', ':-1', ':+443', ':4 43', ':443/'],
].map((end) => listed + end);

const hosts = [
  ...['evilapp.example.com', 'evil.app.example.com', 'example.com', 'evil.io', 'www.app.example.com', 'com', 'app'],
  ...['app.example.com.evil.io', 'app.example.co', 'app.example.comm', 'app.example.org', 'app-example.com'],
  ...['evil.io/app.example.com', 'evil.io?app.example.com', 'evil.io#app.example.com', 'evil.io\\app.example.com'],
  ...['evil.io@app.example.com', 'evil.io:443@app.example.com', 'app.example.com@evil.io', ':@app.example.com'],
  ...['evil.io%2f@app.example.com', 'evil.io%23@app.example.com', 'evil.io%00.app.example.com', '.app.example.com'],
  ...['*.example.com', '*', '*.com', '*.app.example.com', 'app.*.com', 'app.example.*', '?.example.com'],
  ...['xn--pp-7ka.example.com', 'app.xn--xample-2of.com', 'app.example.xn--m-0gb', 'xn--80a1acny.example.com'],
  ...[
    '\xe0pp.example.com',
    'app.\xebxample.com',
    'app.example.c\xf6m',
    'app\xb7example.com',
    'app%E3%80%82example.com',
  ],
  ...['localhost', 'localhost:3000', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0.0.0.0', '[::1]', '[::]'],
  ...['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::ffff:127.0.0.1]', '[app.example.com]', 'app.example.com,evil.io', ''],
].map((name) => `https://${name}`);

const schemes = [
  ...['http', 'HTTP', 'HTTPS', 'Https', 'hTTPS', 'ws', 'wss', 'ftp', 'file', 'data', 'blob:https', 'filesystem:https'],
  ...['chrome-extension', 'moz-extension', 'safari-web-extension', 'capacitor', 'ionic', 'app', 'tauri', 'resource'],
  ...[
    'android-app',
    'content',
    'view-source:https',
    'javascript',
    'about',
    'intent',
    'https:https',
    'xhttps',
    'https+',
  ],
].map((scheme) => `${scheme}://${host}`);

const others = [
  ...['null', 'NULL', 'Null', ' null,', 'undefined', 'none', 'true', '0', '*', '**', 'self', "'self'", 'about:blank'],
  ...[
    'file://',
    'data:',
    'data:text/html,x',
    'data:null',
    'blob:null',
    'about:srcdoc',
    'javascript:alert(1)',
    '//',
    '/',
  ],
  ...[
    host,
    `//${host}`,
    `https:/${host}`,
    `https:${host}`,
    `https:///${host}`,
    `https:\\\\${host}`,
    `://${host}`,
    'https',
  ],
  ...['https:', 'https:/', 'chrome-extension://abcdefghijklmnopabcdefghijklmnop', 'capacitor://localhost', 'app://-'],
  ...[`"${listed}"`, `'${listed}'`, `<${listed}>`, `[${listed}]`, `(${listed})`, `Origin: ${listed}`, `${listed} x`],
  ...[`${listed}, https://evil.io`, `https://evil.io, ${listed}`, `${listed},${listed}`, `${listed}, ${listed}`],
  ...[`${listed} https://evil.io`, `${listed};https://evil.io`, `${listed}|https://evil.io`, `null, ${listed}`],
  ...[`${listed}${'a'.repeat(4000)}`, 'a'.repeat(8000), encodeURIComponent(listed), listed.replaceAll('.', '%2e')],
];

/** Origins that must not be accepted as the listed one. Each is a valid value of a header. */
export const hostileOrigins: readonly string[] = [
  ...new Set([
    ...around,
    ...hosts,
    ...schemes,
    ...others,
    ...every(listed, (character) => character.toUpperCase()),
    ...every(listed, () => ''),
    ...every(listed, (character) => character + character),
    ...every(listed, (character) => (character === 'x' ? 'y' : 'x')),
  ]),
].filter((origin) => new Headers({ origin }).get('origin') !== listed);
