'use client';
import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { autoRefresh } from '../client/autoRefresh.js';
import type { GetCaptchaToken } from '../client/captcha/captcha.js';
import { type Client, createClient } from '../client/createClient.js';
import { isFramedByAnother, type KitNotice } from '../client/framing.js';
import type { ClientSettings } from '../client/settings.js';
import type { ProxyWalletKitConfigResponse } from '../contract/proxyConfig.js';
import type { Session } from '../sessions/session.js';
import { KitContext, tellsOnce } from './context.js';
import { noteForDeveloper } from './developerNote.js';
import { lazyCaptchas, loadCaptchas } from './lazyCaptchas.js';
import { sessionKey } from './queryKeys.js';
import type { ScreenOptions } from './screenError.js';
import { useLatest } from './useLatest.js';

export type LatchkeyProviderProps = (
  | {
      /** Read once, when the provider mounts; to change them, give it another `key`. */
      readonly settings: ClientSettings;
      /**
       * Solves captchas, if the configuration has them enabled: {@link turnstileToken}`()`, or a function of your own. The latest one is
       * used; whether there is one is read once, as the settings are.
       */
      readonly getCaptchaToken?: GetCaptchaToken | undefined;
      /** `config` of the settings: the public configuration, for a login that has its final shape at once. Read once, too. */
      readonly config?: ProxyWalletKitConfigResponse | undefined;
      readonly client?: undefined;
    }
  | {
      /** An existing client, to share it with code outside React. */
      readonly client: Client;
      readonly settings?: undefined;
      /** A client has its own: `captcha` of its settings. */
      readonly getCaptchaToken?: undefined;
      /** A client has its own: `config` of its settings. */
      readonly config?: undefined;
    }
) & {
  /** The cache of answers. Default: that of a QueryClientProvider above, else a new one. */
  readonly queryClient?: QueryClient | undefined;
  /**
   * Called with each failure that a screen shows to the person, once: for a log, or a monitor. Errors of your own calls of hooks are yours;
   * what this function throws is reported to the page.
   */
  readonly onError?: ScreenOptions['onError'];
  /** Called once with a notice that is not an error. Default: in development, a warning in the console. */
  readonly onNotice?: ((notice: KitNotice) => void) | undefined;
  readonly children?: ReactNode;
};

/**
 * Provides the hooks below it with a client. It renders nothing of its own, and does not replace the app's QueryClient.
 *
 * @throws {SettingsError} SETTINGS_INVALID
 */
export function LatchkeyProvider(props: LatchkeyProviderProps): ReactElement {
  const getCaptchaToken = useLatest(props.getCaptchaToken);
  const hasCaptchas = props.getCaptchaToken !== undefined;
  useEffect(() => {
    if (hasCaptchas) loadCaptchas().catch(() => {}); // the request that needs it reports the error
  }, [hasCaptchas]);
  const [ownClient] = useState(() => props.client ?? createClient(settingsOf(props, getCaptchaToken)));
  const [ownQueryClient] = useState(() => new QueryClient());
  const client = props.client ?? ownClient;
  const queryClientAbove = useContext(QueryClientContext);
  const queryClient = props.queryClient ?? queryClientAbove ?? ownQueryClient;
  const onError = useLatest(props.onError);
  const kit = useMemo(() => ({ client, queryClient, tellOf: tellsOnce(onError) }), [client, queryClient, onError]);

  useEffect(() => {
    ownQueryClient.mount(); // as a QueryClientProvider does: for focus and connection events
    return () => ownQueryClient.unmount();
  }, [ownQueryClient]);

  const given = props.settings?.authProxyUrl;
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && given && given !== client.settings.authProxyUrl)
      noteForDeveloper('URL_CUT', client.settings);
  }, [given, client]);

  useEffect(() => followSessions(client, queryClient), [client, queryClient]);
  useEffect(() => (client.settings.autoRefresh === false ? undefined : autoRefresh(client)), [client]);

  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && client.settings.descriptors?.some(({ includes }) => includes))
      noteForDeveloper('DESCRIPTOR_WITH_INCLUDES');
  }, [client]);

  const outer = useContext(KitContext)?.client.settings.authProxyConfigId;
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && outer === client.settings.authProxyConfigId)
      noteForDeveloper('PROVIDER_NESTED', client.settings);
  }, [outer, client]);

  const onNotice = useRef(props.onNotice);
  const isFramingReported = useRef(false); // once, though React may run this twice
  useEffect(() => {
    if (isFramingReported.current || !isFramedByAnother(window)) return;
    isFramingReported.current = true;
    if (onNotice.current) onNotice.current({ code: 'FRAMED_BY_ANOTHER_ORIGIN' });
    else if (process.env.NODE_ENV !== 'production') noteForDeveloper('FRAMED_BY_ANOTHER_ORIGIN');
  }, []);

  return <KitContext.Provider value={kit}>{props.children}</KitContext.Provider>;
}

const settingsOf = (
  {
    settings,
    config,
  }: { readonly settings: ClientSettings; readonly config?: ProxyWalletKitConfigResponse | undefined },
  latest: { readonly current: GetCaptchaToken | undefined },
): ClientSettings => {
  const first = latest.current;
  return {
    ...settings,
    ...(config && { config }),
    ...(first && { captcha: lazyCaptchas(() => latest.current ?? first) }),
  };
};

/**
 * Keeps the cache in step with the sessions of all tabs: a logout removes the person's answers, and a login refetches every answer.
 *
 * @returns stops it
 */
function followSessions(client: Client, queryClient: QueryClient): () => void {
  let before = client.sessions.getSnapshot().sessions;
  return client.sessions.subscribe(() => {
    const { sessions } = client.sessions.getSnapshot();
    for (const gone of without(before, sessions)) queryClient.removeQueries({ queryKey: sessionKey(client, gone) });
    for (const come of without(sessions, before))
      void queryClient.invalidateQueries({ queryKey: sessionKey(client, come) });
    before = sessions;
  });
}

/** The sessions of people who have no session among the others: a refreshed session is no new person. */
function without(sessions: readonly Session[], others: readonly Session[]): Session[] {
  return sessions.filter(
    ({ userId, organizationId }) =>
      !others.some((other) => other.userId === userId && other.organizationId === organizationId),
  );
}
