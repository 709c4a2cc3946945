import { type ReactElement, useSyncExternalStore } from 'react';
import { type Exchange, wire } from './wire.js';

/** The kit's requests, newest first. Each can be expanded to its body and its answer. */
export function Wire(): ReactElement {
  const exchanges = useSyncExternalStore(wire.subscribe, wire.getSnapshot);
  return (
    <section className="pane" aria-labelledby="wire">
      <h2 id="wire">On the wire</h2>
      {exchanges.length === 0 && <p className="soft">Every request of the kit shows here.</p>}
      <ol>
        {exchanges.map((exchange) => (
          <li key={exchange.id}>
            <details>
              <summary>
                <code>{exchange.operation}</code>
                <span className={isRefused(exchange) ? 'bad' : 'soft'}>{outcome(exchange)}</span>
              </summary>
              <Body says="Sent" value={exchange.sent} />
              <Body says="Answer" value={exchange.answer} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Body({ says, value }: { says: string; value: unknown }): ReactElement | null {
  if (value === undefined) return null;
  return (
    <>
      <h3>{says}</h3>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </>
  );
}

const isRefused = ({ status }: Exchange): boolean => status !== undefined && (status === 0 || status >= 400);

function outcome({ status, ms }: Exchange): string {
  if (status === undefined) return '…';
  return status === 0 ? 'no answer' : `${status} · ${ms} ms`;
}
