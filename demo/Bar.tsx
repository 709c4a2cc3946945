import { type ReactElement, useState } from 'react';
import { languages } from './languages.js';
import type { Look } from './look.js';
import type { Side } from './side.js';
import { failNext } from './wire.js';

type BarProps = {
  readonly side: Side;
  readonly look: Look;
  readonly onLook: (changes: Partial<Look>) => void;
};

const accents = { Blue: undefined, Green: '#0b6e4f', Plum: '#8a2f6b' } as const;

/** What a developer tries the shop with: its look, the service's clock, and a failure. */
export function Bar({ side, look, onLook }: BarProps): ReactElement {
  const [said, setSaid] = useState('');
  const theme = look.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

  async function advance() {
    const nowMs = await side.advanceClock(5 * 60_000);
    setSaid(`It’s ${new Date(nowMs).toLocaleTimeString('en', { timeStyle: 'short' })} now.`);
  }

  function fail() {
    failNext();
    setSaid('The next action fails.');
  }

  return (
    <footer className="bar" lang="en" dir="ltr">
      <fieldset>
        <legend className="unseen">Theme</legend>
        {(['light', 'dark'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={name === theme} onClick={() => onLook({ theme: name })}>
            {name === 'light' ? 'Light' : 'Dark'}
          </button>
        ))}
      </fieldset>
      <select aria-label="Language" value={look.language} onChange={({ target }) => onLook({ language: target.value })}>
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <fieldset>
        <legend className="unseen">Accent</legend>
        {Object.entries(accents).map(([name, accent]) => (
          <button
            key={name}
            type="button"
            className={`swatch ${name.toLowerCase()}`}
            aria-label={name}
            aria-pressed={accent === look.accent}
            onClick={() => onLook({ accent })}
          />
        ))}
      </fieldset>
      <button type="button" onClick={() => void advance().catch(() => setSaid('The clock didn’t move.'))}>
        Clock + 5 min
      </button>
      <button type="button" onClick={fail}>
        Fail next
      </button>
      <span role="status" className="soft">
        {said}
      </span>
      <nav aria-label="Demo">
        <a href="/widget.html">Without React</a>
        <a href="/dev/inbox" target="_blank" rel="noreferrer">
          Development inbox
        </a>
      </nav>
    </footer>
  );
}
