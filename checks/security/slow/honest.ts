import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { pause } from '../../../test/support/live/serve.js';
import { activityOf, type Party, proxyCallOf } from '../../../test/support/live/wire.js';
import { queryOf } from '../queryOf.js';
import type { Site } from '../site.js';
import { openStopwatch } from '../timing/stopwatch.js';

export const honestAtOnce = 4;
/** The longest that 99 of 100 honest calls may take. */
export const mostP99Ms = 500;

/** The duration of each call, in milliseconds, and the errors. */
export type HonestCalls = { readonly times: readonly number[]; readonly errors: readonly string[] };

export type HonestClients = { readonly end: () => Promise<HonestCalls> };

/** Clients that each send one call after the other: a write, a read, and one through the auth proxy. */
export function honestClients({ serving, parent }: Site, party: Party): HonestClients {
  const times: number[] = [];
  const errors: string[] = [];
  let isOver = false;
  const client = async () => {
    const stopwatch = openStopwatch(serving.url);
    for (let turn = 0; !isOver; turn += 1) {
      const sent =
        turn % 3 === 0
          ? await activityOf(party, stampLogin, { publicKey: (await createSigningKey()).publicKey })
          : turn % 3 === 1
            ? await queryOf(party.key, whoami, { organizationId: party.organizationId })
            : proxyCallOf(parent.authProxyConfigId, proxyWalletKitConfig, {});
      try {
        const { ms, status, text } = await stopwatch.time(sent);
        times.push(ms);
        if (status !== 200) errors.push(`${sent.kind} ${status} ${text}`);
      } catch (error) {
        errors.push(`${sent.kind} ${error instanceof Error ? error.message : String(error)}`);
      }
      await pause(20);
    }
    stopwatch.close();
  };
  const clients = Array.from({ length: honestAtOnce }, client);
  return {
    end: async () => {
      isOver = true;
      await Promise.all(clients);
      return { times, errors };
    },
  };
}

/** Clients that come one after the other. Each sends one call over a connection of its own. */
export function honestNewcomers({ serving, parent }: Site): HonestClients {
  const times: number[] = [];
  const errors: string[] = [];
  let isOver = false;
  const come = async () => {
    while (!isOver) {
      const stopwatch = openStopwatch(serving.url);
      try {
        const { ms, status, text } = await stopwatch.time(
          proxyCallOf(parent.authProxyConfigId, proxyWalletKitConfig, {}),
        );
        times.push(ms);
        if (status !== 200) errors.push(`${status} ${text}`);
      } catch (error) {
        errors.push(error instanceof Error ? error.message : String(error));
      }
      stopwatch.close();
      await pause(50);
    }
  };
  const coming = come();
  return {
    end: async () => {
      isOver = true;
      await coming;
      return { times, errors };
    },
  };
}

/** The quantile: this share of the times lies below it. */
export function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(1));
}
