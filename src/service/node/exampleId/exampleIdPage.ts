import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../escapeHtml.js';

/** One page of the provider: who are you, or may the app know. */
export type ExampleIdPage = {
  /** Where its forms go. */
  readonly action: string;
  /** `login` asks who it is; `name` that and consent at once; all else for consent. */
  readonly asks: string;
  /** As people call it. */
  readonly provider?: string;
  readonly person: { readonly email: string; readonly name: string } | undefined;
  /** Of the pages that people are sent back to: a form may lead there. */
  readonly origins: readonly string[];
};

export function exampleIdPage(
  outgoing: ServerResponse,
  { action, asks, provider = 'Example ID', person, origins }: ExampleIdPage,
): void {
  const title = asks === 'login' ? `Log in to ${provider}` : 'Acme wants to know who you are';
  const fields =
    asks === 'login'
      ? `<label>Email address <input name="email" type="email" required autofocus autocomplete="email"></label>
         <label>Name <input name="name" autocomplete="name"></label>
         <button name="answer" value="login">Continue</button>`
      : asks === 'name'
        ? `<label>Name <input name="name" required autofocus autocomplete="name"></label>
         <button name="answer" value="allow">Allow</button>`
        : `<p>It will see your name and email address${person ? `: ${escapeHtml(person.name)}, ${escapeHtml(person.email)}` : ''}.</p>
         <button name="answer" value="allow">Allow</button>`;
  outgoing.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
  });
  outgoing.end(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${provider}</title><style>${style}</style>
<main><p>${provider} · on this machine, for development</p><h1>${title}</h1>
<form method="post" action="${escapeHtml(action)}">${fields}</form>
<form method="post" action="${escapeHtml(action)}"><button name="answer" value="deny">Cancel</button></form></main></html>`);
}

const style = `
  :root { font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 22rem; margin: 3rem auto; padding: 0 1rem; }
  h1 { font-size: 1.375rem; line-height: 1.3; }
  label { display: block; margin-block: 1rem; }
  input, button { display: block; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; }
  button { margin-block: 1rem; border: 1px solid; border-radius: 0.5rem; cursor: pointer; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');
