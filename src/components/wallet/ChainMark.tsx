'use client';
import type { ReactElement } from 'react';
import { nameOfFormat } from '../accountNames.js';
import { useScreen } from '../screenContext.js';
import { type AddressKind, kindOfFormat } from './networks.js';

/** A drawing of the chain that an account is of; a letter where there is none. */
export function ChainMark({ addressFormat }: { addressFormat: string }): ReactElement {
  const { part } = useScreen();
  const path = paths[kindOfFormat(addressFormat)];
  return (
    <span {...part('mark')} aria-hidden="true">
      {path ? (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={path} />
        </svg>
      ) : (
        nameOfFormat(addressFormat).charAt(0)
      )}
    </span>
  );
}

const paths: { readonly [K in AddressKind]?: string } = {
  Ethereum: 'm10 2 5 8.2-5 3-5-3zm0 16-5-6.4 5 3 5-3z',
  Solana: 'M5.5 4h11l-2.5 2.6H3zM3 8.7h11l2.5 2.6h-11zM5.5 13.4h11L14 16H3z',
};
