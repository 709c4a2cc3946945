'use client';
import type { ReactElement } from 'react';
import type { Chain } from '../../client/chains.js';
import { useScreen } from '../screenContext.js';

type NetworkChipProps = {
  label: string;
  chains: readonly Chain[];
  chosen: Chain;
  onChoose: (chain: Chain) => void;
};

/** The network, and a real list over it, which takes the click, the keys and the screen reader's word. */
export function NetworkChip({ label, chains, chosen, onChoose }: NetworkChipProps): ReactElement {
  const { part } = useScreen();
  const choose = (id: string) => {
    const chain = chains.find((each) => String(each.id) === id);
    if (chain) onChoose(chain);
  };
  return (
    <span {...part('chip')}>
      <span aria-hidden="true">{chosen.name}</span>
      <select
        {...part('select')}
        aria-label={label}
        value={String(chosen.id)}
        onChange={({ target }) => choose(target.value)}
      >
        {chains.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
