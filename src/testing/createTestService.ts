import type { Activity } from '../contract/activities.records.js';
import { updateAuthProxyConfig } from '../contract/authProxy.js';
import type { AuthProxyConfigChanges } from '../contract/authProxy.records.js';
import { readRefusal } from '../contract/readRefusal.js';
import { type ActivityRow, newestOf, type RequestOf } from '../contract/row.js';
import { toBase64 } from '../crypto/base64.js';
import { utf8 } from '../crypto/bytes.js';
import { fromHex } from '../crypto/hex.js';
import { withTestKeys } from '../service/captcha/testKeys.js';
import { freshKeyPair } from '../service/configuration/trustKeys.js';
import { createService, type Service } from '../service/createService.js';
import { createInbox, type Inbox } from '../service/delivery/inbox.js';
import type { RecordPerHour } from '../service/limits/recorded.js';
import type { FairShareSettings } from '../service/limits/requestWork.js';
import { makeParent, type Parent } from '../service/makeParent.js';
import { type Outbound, OutboundError } from '../service/outbound.js';
import type { Primitives } from '../service/primitives.js';
import { openLibsql } from '../service/store/openLibsql.js';
import { openSqlJs } from '../service/store/openSqlJs.js';
import type { Store } from '../service/store/store.js';
import type { Log, ReplacedEndpoints } from '../service/tools.js';
import { apiKeyStamper } from '../stampers/apiKeyStamper.js';
import { checkTestPackages } from './checkTestPackages.js';
import { createTestClock, type TestClock } from './clock.js';
import { type Failures, failing } from './failures.js';
import { isNode } from './isNode.js';
import { watched } from './listedRefusals.js';
import { makeTables } from './makeTables.js';

/** The settings of a test service; all have defaults. */
export type TestServiceSettings = {
  /** An open database; default: one in memory, libsql in Node, sql.js in a page. */
  readonly store?: Store;
  /** In a page: the URL of sql.js's WebAssembly file. */
  readonly wasmUrl?: string;
  /** The auth proxy URL in the tested app. Default: `https://latchkey.test`, which no app calls by accident. */
  readonly authProxyUrl?: string;
  /** The configuration's id in the tested app: a UUID. Default: a random one. */
  readonly authProxyConfigId?: string;
  /** The client address of all requests, for tests of rate limits by address. Default: none, so that no such limit applies. */
  readonly clientAddress?: string;
  readonly clock?: TestClock;
  /** Changes to the auth proxy's configuration. */
  readonly config?: AuthProxyConfigChanges;
  readonly primitives?: Primitives;
  readonly log?: Log;
  /** How outside servers, such as webhook endpoints, are reached. Default: none answers. */
  readonly outbound?: Outbound;
  /** The issuer of the service's own ID tokens, for logins at X and Discord. Default: none, so that these are refused. */
  readonly publicUrl?: string;
  /** Where operators log in by passkey. Default: nowhere. */
  readonly dashboardUrl?: string;
  /** Endpoints that replace those of X and Discord. */
  readonly oauth2Endpoints?: ReplacedEndpoints;
  /** Where captcha tokens are verified, through `outbound`. Default: Turnstile's address. */
  readonly captchaVerifierUrl?: string;
  /** How much a sub-organization may record in an hour; 0: no limit. Default: 64 MiB and 10,000 activities. */
  readonly recordPerHour?: RecordPerHour;
  /** How many mebibytes may be recorded in an hour for one client address; 0: no limit. Default: 128. */
  readonly recordMebibytesPerAddress?: number;
  /** How many wallet keys may be derived in a minute for one organization. Default: no limit, since a test's clock may stand still. */
  readonly derivationsPerMinute?: number;
  /** What a tenant may take while others want to work. Default: off, since tests run beside others on one machine. */
  readonly fairShares?: FairShareSettings;
  /** How many queries a credential may send in a minute. Default: no limit, since a test's clock may stand still. */
  readonly queriesPerMinute?: number;
};

/** The real service in memory, its inbox, its clock and its planned failures. */
export type TestService = Parent & {
  readonly service: Service;
  /** The client's `fetch`: it fails as planned, calls the service, and delivers its messages. */
  readonly fetch: typeof fetch;
  /** The settings of a client: URLs and the configuration's id. */
  readonly settings: {
    readonly authProxyUrl: string;
    readonly authProxyConfigId: string;
    readonly coordinatorUrl: string;
    readonly fetch: typeof fetch;
    readonly clock: () => number;
  };
  readonly inbox: Inbox;
  readonly clock: TestClock;
  readonly failures: Failures;
  /** The root user's API key of the parent organization, in hex. */
  readonly rootApiKey: { readonly publicKey: string; readonly privateKey: string };
  /** The root of its App Proofs, as base64 of DER: `trust.attestationRoot` of a client that verifies them. */
  readonly attestationRoot: () => Promise<string>;
  /** Submits an activity as the root user. */
  readonly asRoot: <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => Promise<Activity>;
  /** Changes the auth proxy's configuration. */
  readonly configure: (changes: AuthProxyConfigChanges) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Starts the whole service in memory, in milliseconds, with a parent organization whose auth proxy is enabled. It uses no network.
 *
 * @throws {PeerError} PEER_MISSING, with one command that installs all packages that are missing
 */
export async function createTestService(settings: TestServiceSettings = {}): Promise<TestService> {
  const { clock = createTestClock(), config, primitives, log, clientAddress = '' } = settings;
  const { authProxyUrl = 'https://latchkey.test' } = settings;
  const inPage = settings.wasmUrl !== undefined || !isNode;
  await checkTestPackages({ inPage, hasStore: settings.store !== undefined });
  const inbox = createInbox(clock);
  const service = watched(
    await createService({
      store: settings.store ?? (await openStore(inPage, settings.wasmUrl)),
      secrets: {
        masterKeys: [{ id: 'test', key: random(32) }],
        codePepper: random(32),
        proxyKey: fromHex((await freshKeyPair({ random })).privateKey),
      },
      send: inbox.send,
      clock,
      ...(primitives && { primitives }),
      ...(log && { log }),
      outbound: withTestKeys(settings.outbound ?? nobodyAnswers),
      publicUrl: settings.publicUrl,
      dashboardUrl: settings.dashboardUrl,
      oauth2Endpoints: settings.oauth2Endpoints,
      captchaVerifierUrl: settings.captchaVerifierUrl,
      recordPerHour: settings.recordPerHour,
      recordMebibytesPerAddress: settings.recordMebibytesPerAddress,
      derivationsPerMinute: settings.derivationsPerMinute ?? Number.POSITIVE_INFINITY,
      fairShares: settings.fairShares ?? 'off',
      queriesPerMinute: settings.queriesPerMinute ?? Number.POSITIVE_INFINITY,
    }),
  );
  const rootApiKey = await freshKeyPair({ random });
  const parent = await makeParent(service.tools, {
    name: 'Test',
    rootPublicKey: rootApiKey.publicKey,
    authProxyConfigId: settings.authProxyConfigId,
  });
  const attestationRoot = async () => toBase64(await service.tools.attestor.root());
  const failures = failing(async (request) => {
    // As a development service, so that an app's own settings need not change: `trust: 'development'`.
    if (request.method === 'GET' && new URL(request.url).pathname === '/dev/trust')
      return Response.json(
        { ...parent.trust, attestationRoot: await attestationRoot() },
        { headers: { 'Access-Control-Allow-Origin': '*' } },
      );
    const response = await service.fetch(request, { clientAddress });
    await service.deliver();
    return dated(response, clock());
  });
  const testFetch: typeof fetch = (input, init) => failures.fetch(new Request(input, init));
  const asRoot: TestService['asRoot'] = async (row, parameters) => {
    const { type } = newestOf(row);
    const request = { type, timestampMs: String(clock()), organizationId: parent.organizationId, parameters };
    return submitStamped(testFetch, `${authProxyUrl}${row.path}`, request, rootApiKey);
  };
  const configure: TestService['configure'] = async (changes) => {
    await asRoot(updateAuthProxyConfig, changes);
  };
  if (config) await configure(config);
  const { authProxyConfigId } = parent;
  return {
    ...parent,
    service,
    fetch: testFetch,
    settings: { authProxyUrl, authProxyConfigId, coordinatorUrl: authProxyUrl, fetch: testFetch, clock },
    inbox,
    clock,
    failures,
    rootApiKey,
    attestationRoot,
    asRoot,
    configure,
    close: service.close,
  };
}

async function openStore(inPage: boolean, wasmUrl: string | undefined): Promise<Store> {
  const store = await (inPage ? openSqlJs(wasmUrl === undefined ? {} : { wasmUrl }) : openLibsql(':memory:'));
  await makeTables(store);
  return store;
}

async function submitStamped(
  send: typeof fetch,
  url: string,
  request: { readonly type: string },
  key: TestService['rootApiKey'],
): Promise<Activity> {
  const body = utf8(JSON.stringify(request));
  const { name, value } = await apiKeyStamper(key).stamp(body);
  const headers = { 'Content-Type': 'application/json', [name]: value };
  const response = await send(url, { method: 'POST', headers, body });
  const answer = await response.json();
  if (!response.ok) {
    const { code } = readRefusal(response.status, answer);
    throw Object.assign(new Error(`${request.type} was refused: ${JSON.stringify(answer)}`), { code });
  }
  return answer.activity;
}

/** Answers have a Date header, by which clients correct their clocks. */
function dated(response: Response, nowMs: number): Response {
  const headers = new Headers(response.headers);
  headers.set('Date', new Date(nowMs).toUTCString());
  return new Response(response.body, { status: response.status, headers });
}

/** Takes every https address for one that it may ask, and gets no answer from any. */
const nobodyAnswers: Outbound = {
  mayReach: (url) => url.startsWith('https:'),
  request: async () => {
    throw new OutboundError('OUTBOUND_UNREACHABLE', 'In this test no other server answers.');
  },
};

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
