import type { Client } from '../createClient.js';

/** The activities of a client that wait for others, by what they are for. A reload leaves them. */
export type Waiting = {
  get(what: string): string | undefined;
  set(what: string, activityId: string): void;
  delete(what: string): void;
};

/** Kept where sessions are written down, and where that is refused for as long as the page lives. */
export function waitingOf({ settings }: Client): Waiting {
  const { sessionName, authProxyConfigId, storage } = settings;
  const entry = (what: string) => `latchkey.waiting.${sessionName ?? authProxyConfigId}.${what}`;
  const disk = () => storage ?? localStorage;
  return {
    get(what) {
      try {
        return memory.get(entry(what)) ?? disk().getItem(entry(what)) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(what, activityId) {
      try {
        disk().setItem(entry(what), activityId);
      } catch {
        memory.set(entry(what), activityId);
      }
    },
    delete(what) {
      memory.delete(entry(what));
      try {
        disk().removeItem(entry(what));
      } catch {
        // nothing was kept there
      }
    },
  };
}

const memory = new Map<string, string>();
