/** How the figures of each part are measured, in Markdown. */

export const kit = `
The package is built and packed from this checkout and installed with npm into an empty React app; the other kits stand in
such apps, too.

- **First load** and **all**: Vite's production build of a page that imports the provider and the login screen with its CSS (or
  the client and the login by code, for *without a screen*), minified, each file gzipped at level 9. React stays outside.
  react-query counts. *First load* is the entry, what it imports statically, and the style sheet; *all* are all chunks. The
  other kits: \`TurnkeyProvider\` and \`useTurnkey\` with its CSS, \`TurnkeyClient\` of @turnkey/core, \`register\` of Hanko.
- **Packages** and **installed**: what npm put into \`node_modules\`, without React, React DOM and its scheduler; bytes of files, in
  millions. The limit: react-query's two packages are 5.7 of the 7 MB. valibot and the noble packages, 4.2 MB, could be put into
  our own files; they stay packages of their own, so that whoever audits an app sees their versions.
- **X-Stamp**: Chromium signs a body of 1,024 bytes, 200 times a batch, 60 batches for each in turns, after three for warming up;
  one after the other, or 20 at once. Ours has its key as a session has it: a WebCrypto key that cannot be read. The
  api-key-stamper gets its pair as text, which is its only way; the indexed-db-stamper has a WebCrypto key, too. What
  \`crypto.subtle.sign\` alone takes is the limit for all who sign with such a key: some 4.2 to 4.6 times.
- **Credential bundle**: 20 different bundles a batch, 60 batches in turns. Each opener has the recipient's private key ready in the
  form that it takes. Times are medians; a factor is the median of those of the rounds.
`;

export const page = `
Two pages of the same Vite production build, React 19 included, served gzipped on loopback by the server of the real service: the
README's app, which shows the login screen to who is not logged in, and the *bare page*, where React renders as many elements with the same words, with a style sheet
of two rules and nothing behind it. Each visit is a first one, in a browser context of its own. 40 visits of each page in turns,
after two for warming up. Times are medians; a factor is the median of those of the rounds.

- **Painted**: from the start of the navigation to Chromium's *first contentful paint*. Before it the page is empty, and React paints
  the whole screen at once, save the card's shadow, which comes in the 120 ms after it.
- **Four times slower**: the same with the debugger's \`Emulation.setCPUThrottlingRate\` of 4.
- **The limit** of both, tried page by page: the bare page with as much more script that is never run takes 1.11 times as long as
  without; with the kit's modules evaluated 1.13 times, under its provider 1.15 times, with the screen and no style sheet 1.29
  times, with its style sheet 1.39 times. Two fifths of that script are react-query. To leave the requests' schemas out of the page
  saves 1.3 KiB and no time that could be measured. A chunk loaded after the first paint would save some; an open page could not
  find it any more after the next deploy, and so there is none.
- **Heap**: what V8 has in use after two collections, when the page has asked for its configuration and has been answered.
`;
