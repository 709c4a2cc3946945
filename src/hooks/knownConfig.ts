'use client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { proxyWalletKitConfig } from '../contract/proxy.js';
import type { AnswerOf } from '../contract/row.js';
import { recall, remember } from '../login/recall.js';
import { useLatchkey } from './context.js';
import { noteForDeveloper } from './developerNote.js';
import { useWalletKitConfig } from './rows.js';

type Config = AnswerOf<typeof proxyWalletKitConfig>;

/** The configuration as the service says or, until it has answered, as it said when this browser last asked. */
export function useKnownConfig(): Config | undefined {
  const client = useLatchkey();
  const { data, error } = useWalletKitConfig();
  const name = `latchkey.config.${client.settings.authProxyConfigId}`;
  const kept = useSyncExternalStore(
    nobodyTells,
    () => recall('localStorage', name),
    () => null,
  );
  const remembered = useMemo(() => configIn(kept), [kept]);
  useEffect(() => {
    if (data) remember('localStorage', name, JSON.stringify(data));
  }, [data, name]);
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && error) noteForDeveloper(error.code, client.settings);
  }, [error, client]);
  return data ?? remembered;
}

function configIn(text: string | null): Config | undefined {
  try {
    const config = JSON.parse(text ?? 'null') as Config | null;
    return Array.isArray(config?.enabledProviders) ? config : undefined;
  } catch {
    return undefined;
  }
}

const nobodyTells = () => () => {};
