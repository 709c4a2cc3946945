import { type ReactElement, useState } from 'react';
import type { RefusalCode } from '../src/contract/refusals.js';
import type { TestService } from '../src/testing.js';

/** What the next request may meet, in words. */
const failures: Readonly<Record<string, 'unreachable' | RefusalCode>> = {
  'No connection': 'unreachable',
  'Too many codes': 'TOO_MANY_CODES',
  'Email switched off': 'METHOD_NOT_ENABLED',
  'Site not allowed': 'ORIGIN_NOT_ALLOWED',
  'Device’s clock wrong': 'TIMESTAMP_NOT_LIVE',
  'Service down': 'UNAVAILABLE',
};

const forms: Readonly<Record<string, { otpLength: number; otpAlphanumeric: boolean }>> = {
  '6 digits': { otpLength: 6, otpAlphanumeric: false },
  '8 digits': { otpLength: 8, otpAlphanumeric: false },
  '9 letters and digits': { otpLength: 9, otpAlphanumeric: true },
};

/** What who tries the screen can do to the service behind it. */
export function ServiceKnobs({ service }: { service: TestService }): ReactElement {
  const [failure, setFailure] = useState('No connection');
  const [form, setForm] = useState('6 digits');
  const [said, setSaid] = useState('');

  function failNext() {
    const what = failures[failure] ?? 'unreachable';
    service.failures.clear();
    service.failures.next('*', what === 'unreachable' ? what : { refuse: what });
    setSaid(`The next request meets: ${failure.toLowerCase()}.`);
  }

  function advance() {
    service.clock.advanceMs(5 * 60_000);
    setSaid(`It is ${new Date(service.clock()).toLocaleTimeString()} now.`);
  }

  async function choose(name: string) {
    setForm(name);
    await service.configure(forms[name] ?? {});
    setSaid(`The next code has ${name}.`);
  }

  return (
    <section className="pane" aria-labelledby="knobs">
      <h2 id="knobs">The service</h2>
      <div className="knobs">
        <select
          aria-label="What the next request meets"
          value={failure}
          onChange={({ target }) => setFailure(target.value)}
        >
          {Object.keys(failures).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" onClick={failNext}>
          Fail next
        </button>
        <select aria-label="Form of a code" value={form} onChange={({ target }) => void choose(target.value)}>
          {Object.keys(forms).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" onClick={advance}>
          Clock + 5 min
        </button>
      </div>
      <p className="soft" role="status">
        {said}
      </p>
    </section>
  );
}
