import { deepStrictEqual, ok } from 'node:assert/strict';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { proxySignup } from '../../src/contract/proxy.js';
import { newestOf, type Operation } from '../../src/contract/row.js';
import { createSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { type Chance, pick, seeded } from '../../test/support/chance.js';
import { everyExample } from '../../test/support/examples/everyExample.js';
import { type Resources, resourcesOf } from '../../test/support/examples/resources.js';
import { rootOf } from '../../test/support/parties.js';
import { codeFor, post, signUp, stampOf, verifiedToken } from '../../test/support/wire.js';
import { nearly } from './hostileValues.js';
import { type Part, scaled } from './part.js';

/** No request may make the service fail, or reveal its internals. */
export const errors: Part = {
  name: 'T-65 errors',
  async run(options) {
    const count = scaled(50_000, options);
    const chance = seeded(options.seed);
    const outcomes = new Map<string, number>();
    let site: Site | undefined;
    try {
      for (let sent = 0; sent < count; sent += 1) {
        // A new service now and then: requests also delete keys, reach limits and disable the auth proxy.
        if (sent % 2000 === 0) {
          await site?.service.close();
          site = await openSite();
        }
        const reason = await sendRandom(site as Site, chance);
        outcomes.set(reason, (outcomes.get(reason) ?? 0) + 1);
      }
    } finally {
      await site?.service.close();
    }
    const taken = outcomes.get('ok') ?? 0;
    ok(outcomes.size > 8 && taken > 0 && taken < count, `the only answers were ${[...outcomes.keys()].join(', ')}`);
    return [
      `${count} requests at ${calls.length} calls: ${taken} answered, ${outcomes.size - 1} kinds of refusal, 0 failures`,
    ];
  },
};

type Site = {
  readonly service: TestService;
  readonly keys: readonly { readonly key: SigningKey; readonly organizationId: string }[];
  /** Resources of the parent, which requests name. */
  readonly has: Resources;
  /** Texts that mean something to this service. */
  readonly known: readonly string[];
};

/** A service with a person, an open code and an unused token. */
async function openSite(): Promise<Site> {
  const service = await createTestService();
  const { organizationId } = service;
  const root = await rootOf(service);
  const ada = await signUp(service, 'ada@example.com');
  const { token } = await verifiedToken(service, 'bob@example.com');
  const { otpId, otpCode } = await codeFor(service, 'carol@example.com');
  const { publicKey } = await createSigningKey();
  const { activities, wallets } = await idsIn(service);
  return {
    service,
    has: await resourcesOf(service, root, null),
    keys: [root, root, ada, { key: ada.key, organizationId }, { key: root.key, organizationId: ada.organizationId }],
    known: [
      ...[organizationId, ada.organizationId, ada.userId, ada.key.publicKey, root.key.publicKey, publicKey, token],
      ...[
        otpId,
        otpCode,
        ...ada.addresses,
        ...activities,
        ...wallets,
        'ada@example.com',
        'Name',
        'EMAIL',
        'PUBLIC_KEY',
      ],
      ...['60', '10', 'PAYLOAD_ENCODING_HEXADECIMAL'],
    ],
  };
}

async function idsIn({ service }: TestService): Promise<{ activities: string[]; wallets: string[] }> {
  const { db } = service.tools.store;
  const activities = await db.selectFrom('activities').select(['activity_id', 'fingerprint']).limit(3).execute();
  const wallets = await db.selectFrom('wallets').select('wallet_id').execute();
  return {
    activities: activities.flatMap(({ activity_id, fingerprint }) => [activity_id, fingerprint]),
    wallets: wallets.map(({ wallet_id }) => wallet_id),
  };
}

/** Every row with its example; activities in each version. */
const calls: readonly Call[] = [
  ...everyExample,
  // The requests with the most members, three times as often.
  ...everyExample.filter(({ row }) => row === proxySignup || row.name === createSubOrganization.name),
];

type Call = (typeof everyExample)[number];

/** Sends one random request. @returns `ok`, or the code of the refusal. */
async function sendRandom({ service, keys, known, has }: Site, chance: Chance): Promise<string> {
  service.clock.advanceMs(Math.floor(chance() * 60_000));
  const call = pick(chance, calls);
  const { row } = call;
  const { key, organizationId } = pick(chance, keys);
  // One in ten is a valid request.
  const body =
    chance() < 0.1
      ? await call.body({ test: service, organizationId, has })
      : bodyNear(row, { nowMs: service.clock(), organizationId, chance, known });
  const headers =
    row.kind === 'proxy' ? { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId } : await stampOf(key, body);
  const response = await post(service, row.path, body, headers, `192.0.2.${Math.floor(chance() * 250)}`);
  const text = await response.text();
  const description = `${row.name} was sent ${body.slice(0, 2000)} and answered ${response.status} ${text}`;
  ok(response.status < 500, description);
  if (response.ok) return 'ok';
  const answer = JSON.parse(text);
  deepStrictEqual(Object.keys(answer), ['code', 'message', 'details'], description);
  ok(!internals.test(text), description);
  return answer.details[0].reason;
}

type Near = { nowMs: number; organizationId: string; chance: Chance; known: readonly string[] };

/** A body that the row accepts or nearly accepts. */
function bodyNear(row: Operation, { nowMs, organizationId, chance, known }: Near): string {
  const request = nearly(row.kind === 'activity' ? newestOf(row).parameters : row.request, chance, known);
  const sent =
    row.kind === 'activity'
      ? { type: newestOf(row).type, timestampMs: String(nowMs), organizationId, parameters: request }
      : row.kind === 'query' && typeof request === 'object' && chance() < 0.9
        ? { ...request, organizationId }
        : request;
  return JSON.stringify(sent) ?? '';
}

const internals =
  /\bat (?:async )?\w+ \(|node_modules|\.[jt]s\b|file:|\/src\/|select |insert |sqlite|postgres|kysely|undefined|\[object/i;
