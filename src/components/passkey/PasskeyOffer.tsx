'use client';
import { type ReactElement, useEffect, useState } from 'react';
import { useLatest } from '../../hooks/useLatest.js';
import { useSession } from '../../hooks/useSession.js';
import { lazyScreen } from '../lazyScreen.js';
import { ScreenErrors } from '../ScreenErrors.js';
import type { PasskeyOfferProps } from './passkeyOfferProps.js';

const useOffer = lazyScreen(async () => (await import('./Offer.js')).Offer);

/**
 * Offers a passkey to a person who has logged in without one. Show it after a login. Renders a `<section data-latchkey="passkey-offer">`
 * whose `data-state` is `offered`, `waiting` or `added`, or nothing if there is no offer. {@link usePasskeyOffer} is the same without UI.
 *
 * @example
 * <LoggedIn>
 *   <PasskeyOffer onDone={() => navigate('/home')} />
 * </LoggedIn>
 */
export function PasskeyOffer(props: PasskeyOfferProps): ReactElement | null {
  const { session } = useSession();
  const { Screen, lost } = useOffer();
  const isLost = lost !== undefined;
  const [isOver, setOver] = useState(false);
  const listener = useLatest(props.onDone);
  // What cannot be offered holds up no app, now or when the connection is back.
  useEffect(() => {
    if (!isLost) return;
    setOver(true);
    listener.current?.();
  }, [isLost, listener]);
  return Screen && !isOver ? (
    <ScreenErrors onError={props.onError}>
      <Screen key={session?.userId} {...props} />
    </ScreenErrors>
  ) : null;
}
