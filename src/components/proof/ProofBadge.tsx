'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { ScreenErrors } from '../ScreenErrors.js';
import { ScreenPlaceholder } from '../ScreenPlaceholder.js';
import type { ProofBadgeProps } from './proofBadgeProps.js';

const useLoadedScreen = lazyScreen(async () => (await import('./Proof.js')).Proof);

/**
 * Says in one line, beside an address, what its proof says once this device has looked into it, with details on demand and the report as a
 * file. Renders a `<div data-latchkey="proof">` whose `data-state` is `loading`, `verified`, `unmeasured`, `software`, `none`, `failed`
 * (the proof does not match) or `unknown` (the service did not answer), and nothing while nobody is logged in. It needs
 * `latchkey/account.css` beside `latchkey/styles.css`.
 *
 * @see docs/proofs.md
 * @example accounts.map((account) => <li key={account.address}>{account.address} <ProofBadge address={account} /></li>)
 */
export function ProofBadge(props: ProofBadgeProps): ReactElement | null {
  const { Screen, lost } = useLoadedScreen();
  const { classNames, onError } = props;
  if (Screen || lost)
    return (
      <ScreenErrors onError={onError}>
        {Screen ? (
          <Screen {...props} />
        ) : (
          <ScreenPlaceholder name="proof" first="header" elevation="flush" {...{ lost, classNames }} />
        )}
      </ScreenErrors>
    );
  return (
    <div data-latchkey="proof" data-state="loading" className={classNames?.root} aria-busy="true">
      <p data-part="what">&nbsp;</p>
    </div>
  );
}
