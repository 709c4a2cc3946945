/** The looks of the development inbox, served as `/dev/inbox.css` so that its page needs no inline style. */
export const inboxStyle: string = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f5f2, #141312);
  --card: light-dark(#ffffff, #1f1d1b);
  --ink: light-dark(#1c1917, #f3f1ee);
  --soft: light-dark(#57534e, #b5afa8);
  --line: light-dark(#e4e1db, #37332f);
  --accent: light-dark(#1d4ed8, #93b4ff);
}
* { box-sizing: border-box; }
body {
  max-inline-size: 44rem;
  margin: 0 auto;
  padding: clamp(1.5rem, 5vw, 4rem) 1.25rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em; }
body > header p { margin: 0.5rem 0 0; color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-block: 1rem 2rem; }
a { color: var(--accent); text-underline-offset: 0.2em; padding-block: 0.25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
ol { display: grid; gap: 1rem; margin: 0; padding: 0; list-style: none; }
article, .empty {
  padding: 1.25rem 1.5rem;
  border: 1px solid var(--line);
  border-radius: 14px;
  background: var(--card);
}
article header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; align-items: baseline; }
article header p { display: flex; gap: 0.625rem; align-items: baseline; margin: 0.25rem 0; color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.channel { padding: 0.05rem 0.5rem; border: 1px solid var(--line); border-radius: 99px; }
h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
.code { margin: 0.75rem 0 0; }
.label { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.code code {
  font: 600 clamp(2rem, 9vw, 2.75rem)/1.2 ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
  letter-spacing: 0.12em;
  user-select: all;
}
.subject { margin: 0.5rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
details { margin-block-start: 0.75rem; }
summary { inline-size: fit-content; padding-block: 0.25rem; color: var(--accent); cursor: pointer; }
pre { margin: 0.75rem 0 0; font: 0.875rem/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { padding-block: 3rem; text-align: center; }
.empty p { margin: 0.25rem 0 0; color: var(--soft); }
`.trimStart();
