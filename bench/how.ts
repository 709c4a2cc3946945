/** How the figures of each part are measured, in Markdown. */

export const kit = `
The package is built and packed from this checkout, and installed with npm into an empty React app. The other kits are installed in
such apps, too.

- **First load** and **all**: Vite's production build of a page that imports the provider and the login screen with its CSS (or
  the client and the login by code, for *without a screen*), minified, each file gzipped at level 9, without React but
  with react-query. *First load* is the entry with its static imports and the style sheet; *all* is every chunk. The
  other kits: \`TurnkeyProvider\` and \`useTurnkey\` with its CSS, \`TurnkeyClient\` of @turnkey/core, \`register\` of Hanko.
- **Packages** and **installed**: everything in \`node_modules\` except React, React DOM and its scheduler; bytes of files, in
  millions. Why the goal is missed: react-query's two packages alone are 5.7 of the 7 MB. valibot and the noble packages, 4.2 MB, could
  be bundled into our own files, but stay separate packages, so that an audit of an app sees their versions.
- **X-Stamp**: Chromium signs a body of 1,024 bytes, 200 times in a batch, 60 batches for each in turns, after three for warming up;
  one after the other, or 20 at once. Our stamper has its key as in a session: a WebCrypto key that cannot be read. The
  api-key-stamper gets its key pair as text, its only way; the indexed-db-stamper has a WebCrypto key, too. No stamper with such
  a key can be faster than \`crypto.subtle.sign\` alone: some 4.2 to 4.6 times the api-key-stamper's speed.
- **Credential bundle**: 20 different bundles in a batch, 60 batches in turns. Each function gets the recipient's private key in the
  form that it needs. Times are medians; a factor is the median of the factors of the rounds.
`;

export const page = `
Two pages of the same Vite production build, with React 19, served gzipped on loopback by the server of the real service: the
README's app, which shows the login screen to a person who is not logged in, and the *bare page*, where React renders as many elements
with the same words and a style sheet of two rules, without any function. Each visit is a first one, in its own browser context. 40
visits of each page in turns, after two for warming up. Times are medians; a factor is the median of the factors of the rounds.

- **Painted**: from the start of the navigation to Chromium's *first contentful paint*. Before it the page is empty. React paints
  the whole screen at once, except the card's shadow, which appears within 120 ms after it.
- **Four times slower**: the same with the debugger's \`Emulation.setCPUThrottlingRate\` of 4.
- **Where the time goes**, measured step by step: the bare page takes 1.11 times as long with the same amount of script that never
  runs; 1.13 times with the kit's modules evaluated, 1.15 times with its provider, 1.29 times with the screen without its style sheet,
  and 1.39 times with it. Two fifths of that script are react-query. Leaving the requests' schemas out of the page saves 1.3 KiB and no
  measurable time. A chunk that is loaded after the first paint would save some time, but an open page could not load it after the next
  deployment.
- **Heap**: V8's used heap after two collections, when the page has received its configuration.
`;
