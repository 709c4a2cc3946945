/** The looks of the development pages, served as `/dev/style.css` so that they need no inline style. */
export const devStyle: string = `
:root {
  color-scheme: light dark;
  --accent-text: light-dark(#2347d9, #9db2ff);
  --page: light-dark(#f5f6fa, #0d0f14);
  --surface: light-dark(#ffffff, #16181f);
  --surface-soft: light-dark(#f5f6fa, #1b1e27);
  --ink: light-dark(#12151d, #f1f3f8);
  --ink-soft: light-dark(#565d6d, #a8b0c0);
  --line: light-dark(#e4e7ee, #2b303c);
  --button-line: light-dark(#d5d9e2, #3a404e);
  --control-line: light-dark(#858c9c, #747c8e);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  max-inline-size: 44rem;
  margin: 0 auto;
  padding: clamp(1.5rem, 6vh, 4rem) clamp(0.75rem, 4vw, 1.5rem);
  background: var(--page);
  color: var(--ink);
  font: 0.875rem/1.4286 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif;
}
h1 { margin: 0; font-size: 1.25rem; line-height: 1.4; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 0; font-size: 0.875rem; font-weight: 600; overflow-wrap: anywhere; }
body > header p { margin: 0.25rem 0 0; color: var(--ink-soft); text-wrap: pretty; }
body > header .back { margin: 0 0 0.75rem; }
nav, .title { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
nav { margin-block: 1rem 1.25rem; }
.title { justify-content: space-between; min-block-size: 2.25rem; margin-block-end: 0.5rem; }
a { color: var(--accent-text); font-weight: 500; text-underline-offset: 0.2em; }
nav a, .title a, .back a { display: inline-flex; align-items: center; min-block-size: 1.5rem; }
button, .button {
  display: inline-flex;
  align-items: center;
  min-block-size: 2.25rem;
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--button-line);
  border-radius: 10px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  font-weight: 500;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--surface-soft); border-color: var(--control-line); }
button[aria-pressed='true']::before, button[aria-pressed='false']::before {
  content: '';
  inline-size: 0.5rem;
  block-size: 0.5rem;
  margin-inline-end: 0.5rem;
  border: 1px solid var(--control-line);
  border-radius: 999px;
}
button[aria-pressed='true']::before { border-color: var(--accent-text); background: var(--accent-text); }
:root:not(.has-script) .needs-script { display: none; }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; border-radius: 4px; }
button:focus-visible, .button:focus-visible { border-radius: 10px; }
main section:not(.empty) { margin-block-start: 2rem; }
ol { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
article, .empty, .snippet, dl {
  padding: 1.25rem clamp(1rem, 4vw, 1.5rem);
  border: 1px solid var(--line);
  border-radius: 16px;
  background: var(--surface);
}
article header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; align-items: baseline; }
article header p { display: flex; gap: 0.5rem; align-items: baseline; margin: 0; color: var(--ink-soft); font-size: 0.75rem; font-variant-numeric: tabular-nums; }
.channel { padding: 0 0.5rem; border-radius: 999px; background: var(--surface-soft); }
.code { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin: 0.5rem 0 0; }
.label { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.code code { font: 600 2rem/1.25 var(--mono); letter-spacing: 0.08em; user-select: all; }
.subject { margin: 0.25rem 0 0; color: var(--ink-soft); overflow-wrap: anywhere; }
details { margin-block-start: 0.75rem; }
summary { inline-size: fit-content; padding-block: 0.125rem; color: var(--accent-text); font-weight: 500; cursor: pointer; }
iframe { inline-size: 100%; block-size: 26rem; margin-block-start: 0.75rem; border: 1px solid var(--line); border-radius: 10px; background: var(--page); resize: vertical; }
pre { margin: 0.75rem 0 0; font: 0.8125rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.snippet { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.snippet code, dd code, .note code { font-family: var(--mono); }
.note { margin: 0.5rem 0 0; color: var(--ink-soft); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1.5rem; margin: 0.5rem 0 0; }
dt { color: var(--ink-soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.empty { padding-block: 2.5rem; text-align: center; }
.empty p { margin: 0.25rem 0 0; color: var(--ink-soft); }
latchkey-login { display: block; }
latchkey-login:not([state='logged-in']) { min-block-size: 25.5rem; }
.logged-in { padding: 1.25rem clamp(1rem, 4vw, 1.5rem); border: 1px solid var(--line); border-radius: 16px; background: var(--surface); }
.logged-in p { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
@media (scripting: none) { section:has(> latchkey-login) { display: none; } }
@media (min-width: 60rem) {
  body:has(.beside) { max-inline-size: 64rem; }
  .beside { display: grid; grid-template-columns: 25rem minmax(0, 1fr); gap: 2rem; align-items: start; }
}
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd + dt { margin-block-start: 0.75rem; } }
@media (forced-colors: active) { button[aria-pressed='true']::before { forced-color-adjust: none; border-color: Highlight; background: Highlight; } }
@media (pointer: coarse) { button, .button { min-block-size: 2.75rem; } }
`.trimStart();
