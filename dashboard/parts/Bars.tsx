import type { ReactElement } from 'react';
import { Table } from './Table.js';

/** One bar: what it is called, and how much it is. */
export type Bar = { readonly name: string; readonly value: number };

type BarsProps = {
  readonly title: string;
  /** What a bar stands for: `Hour`. */
  readonly of: string;
  readonly bars: readonly Bar[];
};

/** Numbers as bars, and as a table for whoever wants to read them. */
export function Bars({ title, of, bars }: BarsProps): ReactElement {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const all = bars.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure className="bars panel">
      <figcaption>
        <h3>{title}</h3>
        <p>
          About <strong>{all.toLocaleString('en')}</strong>
        </p>
      </figcaption>
      <svg viewBox={`0 0 ${bars.length * 4} 40`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ name, value }, index) => (
          <rect key={name} x={index * 4} y={39 - (38 * value) / most} width="3" height={(38 * value) / most + 1} />
        ))}
      </svg>
      <details>
        <summary aria-label={`Numbers: ${title}`}>Numbers</summary>
        <Table columns={[of, title]}>
          {bars.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value.toLocaleString('en')}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
