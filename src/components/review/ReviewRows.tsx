'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screenContext.js';
import { unbroken } from '../unbroken.js';
import type { ReviewRow } from './reviewRow.js';

/** The facts of a card, one below the other. */
export function ReviewRows({ rows }: { readonly rows: readonly ReviewRow[] }): ReactElement | null {
  const { part } = useScreen();
  if (rows.length === 0) return null;
  return (
    <dl {...part('rows')}>
      {rows.map(({ label, value, isAddress, addresses, badge, bold: [start, end] = [0, 0] }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two can have the same label, and they never move
        <div key={at} {...part('row')}>
          <dt {...part('label')}>
            <bdi>{label}</bdi>
          </dt>
          <dd {...part('fact')}>
            <bdi {...(isAddress && part('address'))}>
              {end > start ? (
                <>
                  {value.slice(0, start)}
                  <strong>{value.slice(start, end)}</strong>
                  {value.slice(end)}
                </>
              ) : (
                unbroken(value, part('word'))
              )}
            </bdi>
            {addresses?.map((address) => (
              <div key={address}>
                <bdi {...part('address')}>{address}</bdi>
              </div>
            ))}
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
