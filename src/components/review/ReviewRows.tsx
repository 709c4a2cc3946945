'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';
import type { ReviewRow } from './rowsOf.js';

/** The facts of a card, one below the other. */
export function ReviewRows({ rows }: { readonly rows: readonly ReviewRow[] }): ReactElement | null {
  const { part } = useScreen();
  if (rows.length === 0) return null;
  return (
    <dl {...part('rows')}>
      {rows.map(({ label, value, isAddress, badge, bold: [start, end] = [0, 0] }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fields of a description may have one label
        <div key={at} {...part('row')}>
          <dt {...part('label')}>{label}</dt>
          <dd {...part('fact')}>
            <bdi {...(isAddress && part('address'))}>
              {value.slice(0, start)}
              {end > start && <strong>{value.slice(start, end)}</strong>}
              {value.slice(end)}
            </bdi>
            {badge !== undefined && (
              <>
                {' '}
                <span {...part('badge')}>{badge}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
