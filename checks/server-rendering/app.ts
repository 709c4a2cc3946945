// The files of a small app, as a developer would write them for a page that a server renders.

/** The app: what a page shows to people who are not logged in. */
const app = `
import { LatchkeyProvider, LoginButton, LoginCard } from 'latchkey'
import { createElement as h, StrictMode } from 'react'

const tell = (session) => { document.title = 'Logged in as ' + session.userId }

export const app = (settings) =>
  h(StrictMode, null,
    h(LatchkeyProvider, { settings },
      h('header', null, h(LoginButton)),
      h('main', null, h(LoginCard, { onLogin: tell, terms: '/terms', privacy: '/privacy' }))))
`;

/** Prints the version of React, and the page's markup. */
const server = `
import { version } from 'react'
import { renderToString } from 'react-dom/server'
import { app } from './app.js'

console.log(JSON.stringify({ version, markup: renderToString(app(JSON.parse(process.argv[2]))) }))
`;

const client = `
import { hydrateRoot } from 'react-dom/client'
import 'latchkey/styles.css'
import { app } from './app.js'

const onRecoverableError = (error) => console.error('Rendered again: ' + error.message)
hydrateRoot(document.getElementById('root'), app(window.settings), { onRecoverableError })
`;

export const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module", "private": true }',
  'app.js': app,
  'server.js': server,
  'client.js': client,
};

/** The page as the server sends it. A property that markup cannot have marks its form: one that React makes anew lacks it. */
export const pageOf = (markup: string, settings: object): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title><link rel="stylesheet" href="/client.css">
<body><div id="root">${markup}</div>
<script>window.settings = ${JSON.stringify(settings)}; document.querySelector('form').fromServer = true</script>
<script type="module" src="/client.js"></script></body></html>`;
