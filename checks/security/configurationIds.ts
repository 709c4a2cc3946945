import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { disableAuthProxy } from '../../src/contract/authProxy.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { type Chance, pick, seeded } from '../../test/support/chance.js';
import { everyCall } from '../../test/support/examples/proxy.js';
import { hostileOrigins, listed } from '../../test/support/hostileOrigins.js';
import { type Seen, seen } from '../../test/support/seen.js';
import { post } from '../../test/support/wire.js';
import { type Part, scaled } from './part.js';

/** Guesses ids of configurations. Every answer to an unknown id must be the same as to the id of a disabled configuration. */
export const configurationIds: Part = {
  name: 'T-05 configuration ids',
  async run(options) {
    const count = scaled(100_000, options);
    const chance = seeded(options.seed);
    const service = await createTestService({ config: { allowedOrigins: [listed] } });
    try {
      await service.asRoot(disableAuthProxy, {});
      const expected = await Promise.all(everyCall.map((_, at) => ask(service, at, service.authProxyConfigId, listed)));
      strictEqual(new Set(expected.map(({ status, body }) => `${status} ${body}`)).size, 1);
      strictEqual(expected[0]?.status, 404);
      const kinds = new Map<string, number>();
      for (let guess = 0; guess < count; guess += 1) {
        const [kind, id] = pick(chance, guesses)(chance, service.authProxyConfigId);
        const at = guess % everyCall.length;
        const answer = await ask(service, at, id, pick(chance, origins));
        deepStrictEqual(answer, expected[at], `${everyCall[at]?.path} with ${id}`);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
      const each = [...kinds].map(([kind, times]) => `${times} ${kind}`).join(', ');
      return [`${count} ids (${each}) at ${everyCall.length} calls: 1 answer, that of a disabled configuration`];
    } finally {
      await service.close();
    }
  },
};

/** A listed origin, others, and the well-formed ones among the hostile origins: the rest are refused before the id is looked up. */
const origins = [listed, 'https://evil.io', 'null'].concat(
  hostileOrigins.filter((origin) => /^[a-z-]+:\/\/[a-z.]+$/.test(origin) && new URL(origin).href.startsWith(origin)),
);

const digits = '0123456789abcdef';
const hex = (chance: Chance, length: number) => Array.from({ length }, () => pick(chance, [...digits])).join('');

/** Makers of unknown ids. `near` is an existing id. */
const guesses: readonly ((chance: Chance, near: string) => readonly [kind: string, id: string])[] = [
  (chance) => ['random', uuid(chance)],
  (chance) => ['random', uuid(chance)],
  (chance, near) => {
    const places = [...near].flatMap((digit, at) => (digit === '-' || at === 14 || at === 19 ? [] : [at]));
    const at = pick(chance, places);
    const other = pick(
      chance,
      [...digits].filter((digit) => digit !== near[at]),
    );
    return ['one digit from a real one', near.slice(0, at) + other + near.slice(at + 1)];
  },
  (chance) => ['malformed', pick(chance, malformed)(uuid(chance))],
];

const uuid = (chance: Chance) =>
  `${hex(chance, 8)}-${hex(chance, 4)}-4${hex(chance, 3)}-${pick(chance, [...'89ab'])}${hex(chance, 3)}-${hex(chance, 12)}`;

const malformed: readonly ((id: string) => string)[] = [
  (id) => id.slice(1),
  (id) => `${id}0`,
  (id) => id.toUpperCase(),
  (id) => `{${id}}`,
  (id) => id.replaceAll('-', ''),
  (id) => `${id}, ${id}`,
  (id) => `${id}%00`,
  (id) => `${id}' or '1'='1`,
  (id) => `*${id.slice(1)}`,
  () => '',
];

async function ask(service: TestService, at: number, id: string, origin: string): Promise<Seen> {
  const { path = '', body = '' } = everyCall[at] ?? {};
  return seen(await post(service, path, body, { 'X-Auth-Proxy-Config-Id': id, Origin: origin }));
}
