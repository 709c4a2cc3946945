'use client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Client } from '../client/createClient.js';
import { LatchkeyError } from '../errors.js';
import { callApp } from '../login/callApp.js';
import type { ScreenError, ScreenOptions } from './screenError.js';

/** The context of the hooks below a provider. */
export type Kit = {
  readonly client: Client;
  readonly queryClient: QueryClient;
  /** Tells the app of a failure that the person is shown. */
  readonly tellOf: (error: LatchkeyError) => void;
};

export const KitContext = /* @__PURE__ */ createContext<Kit | undefined>(undefined);

/** A function that tells the listener of each failure once, though two parts of a screen may show it. */
export function tellsOnce(listener: { readonly current: ScreenOptions['onError'] }): (error: LatchkeyError) => void {
  const told = new WeakSet<LatchkeyError>();
  return (error) => {
    if (!told.has(error)) callApp(listener.current, error as ScreenError);
    told.add(error);
  };
}

/** The client of the nearest {@link LatchkeyProvider}, for `call` and flows. @throws {ProviderError} */
export function useLatchkey(): Client {
  return useKit().client;
}

/** The client, and the cache of its answers. @throws {ProviderError} PROVIDER_MISSING */
export function useKit(): Kit {
  const kit = useContext(KitContext);
  if (kit) return kit;
  throw new ProviderError('PROVIDER_MISSING', 'A Latchkey hook needs a <LatchkeyProvider settings={…}> above it.');
}

/** A hook was called outside a provider. */
export class ProviderError extends LatchkeyError<'PROVIDER_MISSING'> {}
