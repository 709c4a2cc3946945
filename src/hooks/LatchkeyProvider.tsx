'use client';
import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { autoRefresh } from '../client/autoRefresh.js';
import { type Client, createClient } from '../client/createClient.js';
import type { ClientSettings } from '../client/settings.js';
import { KitContext } from './context.js';
import { noteForDeveloper } from './developerNote.js';
import { followSessions } from './followSessions.js';
import { isFramedByAnother, type KitNotice } from './framing.js';

export type LatchkeyProviderProps = (
  | {
      /** Read once, when the provider appears; to change them, give it another `key`. */
      readonly settings: ClientSettings;
      readonly client?: undefined;
    }
  | {
      /** A client that was made elsewhere, to be shared with code outside of React. */
      readonly client: Client;
      readonly settings?: undefined;
    }
) & {
  /** Where answers are kept. Default: that of a QueryClientProvider above, else one of our own. */
  readonly queryClient?: QueryClient | undefined;
  /** Hears, once, what the app should know and is no error. Default: in development, a warning in the console. */
  readonly onNotice?: ((notice: KitNotice) => void) | undefined;
  readonly children?: ReactNode;
};

/**
 * Gives the hooks below it their client. Renders nothing of its own, and does not stand between an app and its own
 * QueryClient.
 *
 * @throws {SettingsError} SETTINGS_INVALID
 */
export function LatchkeyProvider(props: LatchkeyProviderProps): ReactElement {
  const [ownClient] = useState(() => props.client ?? createClient(props.settings));
  const [ownQueryClient] = useState(() => new QueryClient());
  const client = props.client ?? ownClient;
  const queryClientAbove = useContext(QueryClientContext);
  const queryClient = props.queryClient ?? queryClientAbove ?? ownQueryClient;
  const kit = useMemo(() => ({ client, queryClient }), [client, queryClient]);

  useEffect(() => {
    ownQueryClient.mount(); // as a QueryClientProvider would: it hears of focus and connection
    return () => ownQueryClient.unmount();
  }, [ownQueryClient]);

  useEffect(() => followSessions(client, queryClient), [client, queryClient]);
  useEffect(() => (client.settings.autoRefresh === false ? undefined : autoRefresh(client)), [client]);

  const outer = useContext(KitContext)?.client.settings.authProxyConfigId;
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && outer === client.settings.authProxyConfigId)
      noteForDeveloper('PROVIDER_NESTED', client.settings);
  }, [outer, client]);

  const onNotice = useRef(props.onNotice);
  const isToldOfFraming = useRef(false); // once, though React may run this twice
  useEffect(() => {
    if (isToldOfFraming.current || !isFramedByAnother(window)) return;
    isToldOfFraming.current = true;
    if (onNotice.current) onNotice.current({ code: 'FRAMED_BY_ANOTHER_ORIGIN' });
    else if (process.env.NODE_ENV !== 'production') noteForDeveloper('FRAMED_BY_ANOTHER_ORIGIN');
  }, []);

  return <KitContext.Provider value={kit}>{props.children}</KitContext.Provider>;
}
