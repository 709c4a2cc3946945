import { refused } from '../contract/refusals.js';
import { utf8 } from '../crypto/bytes.js';
import { hmacSha256 } from '../crypto/digest.js';
import { createAttestor } from './attestation/attestor.js';
import type { Program } from './attestation/bootProof.js';
import { createCaptchaCheck } from './captcha/checkCaptcha.js';
import { turnstileVerifier } from './captcha/siteverify.js';
import {
  discoveryDocument,
  discoveryPath,
  idTokenJwks,
  idTokenJwksPath,
  withOwnKeys,
} from './configuration/idTokenKeys.js';
import { checkDashboardUrl, checkPublicUrl } from './configuration/publicUrl.js';
import { type Connection, createCoordinator } from './coordinator/coordinator.js';
import { messageOwners } from './coordinator/messageOwners.js';
import { sendEventTo } from './coordinator/operations/webhooks/sendEvent.js';
import { traceOf, writeLoginRefusals } from './coordinator/records/loginRefusals.js';
import { writeStatistics } from './coordinator/records/statistics.js';
import { createSweep } from './coordinator/sweep/sweep.js';
import { createDelivery, type Deliver } from './delivery/delivery.js';
import type { Channel, Send } from './delivery/message.js';
import { refusalOfFailure } from './failure.js';
import { answerJson, answerRefusal } from './http/answers.js';
import { anyOrigin } from './http/cors.js';
import { harmlessSpans } from './http/harmlessSpans.js';
import { pathOf } from './http/pathOf.js';
import { createProviderKeys } from './identity/providerKeys.js';
import { createTimedIds } from './ids.js';
import { createDerivationLimit } from './limits/derivations.js';
import { limits } from './limits/limits.js';
import { createRecordCounts, type RecordPerHour } from './limits/recorded.js';
import { createRefusedLogins } from './limits/refusedLogins.js';
import { createWorkLimits, defaultFairShares, type FairShareSettings, unlimitedWork } from './limits/requestWork.js';
import { createStatistics } from './limits/statistics.js';
import { noOutbound, type Outbound } from './outbound.js';
import { type Primitives, portablePrimitives, type Random } from './primitives.js';
import { createProxy } from './proxy/proxy.js';
import type { ProxyKey, ServiceSecrets } from './secrets/givenSecrets.js';
import { type OpenSecrets, openSecrets } from './secrets/openSecrets.js';
import { SecretsError } from './secrets/verifySecrets.js';
import { migrate } from './store/migrations.js';
import type { Store } from './store/store.js';
import type { Clock, Log, ReplacedEndpoints, RetentionDays, Tools } from './tools.js';
import type { StartSpan } from './tracing.js';
import { createSealer } from './vault/seal.js';
import { within } from './within.js';

/** What a service is made of. */
export type ServiceSettings = {
  /** Opened by `openLibsql`, `openPostgres` or `openSqlJs`. The service closes it. */
  readonly store: Store;
  readonly secrets: ServiceSecrets;
  /** Sends one message. */
  readonly send: Send;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Faster arithmetic than what runs everywhere: `nodePrimitives()` in Node. */
  readonly primitives?: Primitives;
  readonly log?: Log;
  /**
   * How third-party servers, webhook endpoints and identity providers are called: `await guardedOutbound()` in Node. Without it none is
   * called.
   */
  readonly outbound?: Outbound | undefined;
  /**
   * The service's public URL: an https origin (http on this machine), without a path. It is the issuer of the ID tokens that the service
   * creates for people of X and Discord; without it these logins are off.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Where operators log in: an https URL (http on this machine). Its origin is always one where the passkeys of top-level organizations are
   * made and used, and its host is their site.
   */
  readonly dashboardUrl?: string | undefined;
  /** Where X and Discord answer, in development and tests; by default where they are. */
  readonly oauth2Endpoints?: ReplacedEndpoints | undefined;
  /** Where the tokens of captchas are verified, in development and tests; by default at Turnstile. */
  readonly captchaVerifierUrl?: string | undefined;
  /**
   * How many wallet keys this process derives in a minute for one organization (for sign-ups: for one address); default 200. `Infinity`
   * switches the limit off.
   */
  readonly derivationsPerMinute?: number | undefined;
  /** How many days the auth proxy's own activities are kept in full: by default 30 where they completed, 7 where they failed. */
  readonly retentionDays?: RetentionDays | undefined;
  /** What a sub-organization may record in an hour by its own credentials: by default 64 MiB and 10,000 activities, 0 being no limit. Each process counts for itself. */
  readonly recordPerHour?: RecordPerHour | undefined;
  /** How many mebibytes are recorded in an hour for one client address, by all sub-organizations together that people signed up for through the auth proxy: by default 128, 0 being no limit. Each process counts for itself. */
  readonly recordMebibytesPerAddress?: number | undefined;
  /**
   * What a sub-organization and a client address may take of this process while others want to work: by default 250 ms of each second and
   * 2 requests at once, and 500 ms and 4; for at most 2 s the next requests wait.
   */
  readonly fairShares?: FairShareSettings | 'off' | undefined;
  /** How many queries a user of a sub-organization may send in a minute to this process: by default 600. `Infinity`: no limit. */
  readonly queriesPerMinute?: number | undefined;
  /**
   * Traces decisions, transactions and messages, as children of the span that a request's `traceparent` names. By default nothing is
   * traced.
   */
  readonly startSpan?: StartSpan | undefined;
  /** What runs, as Boot Proofs say it: `programMeasured()` in Node. */
  readonly program?: Pick<Program, 'version' | 'files'> | undefined;
};

/** The auth proxy and the coordinator behind one web-standard function. */
export type Service = {
  /** Answers a request. `clientAddress`: the socket's address, as the adapter knows it. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /**
   * Sends what is due, and clears away what has expired. Call it every second, and for what is `posted` after an answer if there is a
   * posting, without waiting for the last call; two instances may. At most 20 messages a channel are under way.
   *
   * @param hasRoom - called when more was due than that and a place is free again: then call it again.
   * @param what - `posted`: only what is due in channels that a message was put into within the last second.
   * @returns how many messages were sent
   */
  readonly deliver: Deliver;
  /** Whether a message was put into the outbox within the last second: then it need not wait for the next one. */
  readonly hasPosting: () => boolean;
  readonly close: () => Promise<void>;
  /** What it works with, for `makeParent` and tests. */
  readonly tools: Tools;
};

/**
 * Makes the service: it migrates its database, and answers the auth proxy under `/v1/`, the coordinator under `/public/v1/`,
 * and `/health` (it runs) and `/ready` (its database answers, and its secrets open what is in there).
 *
 * @throws {SecretsError} SECRETS_UNFIT before anything is written
 * @throws {StoreError} when the database cannot be reached
 */
export async function createService(settings: ServiceSettings): Promise<Service> {
  const { store, secrets, send, clock = Date.now, random = webRandom, log = silent } = settings;
  const primitives = settings.primitives ?? (await portablePrimitives());
  const keys = await openSecrets(secrets, { store, clock, random, log });
  const [codePepper, ...olderCodePeppers] = keys.codePeppers;
  const [proxyKey, ...olderProxyKeys] = keys.proxyKeys;
  const deviceKeyOf = ({ secret }: ProxyKey) => hmacSha256(secret, utf8('device tokens'));
  const outbound = settings.outbound ?? noOutbound;
  const { publicUrl, dashboardUrl, oauth2Endpoints = {} } = settings;
  if (publicUrl !== undefined) checkPublicUrl(publicUrl);
  if (dashboardUrl !== undefined) checkDashboardUrl(dashboardUrl);
  const findProviderKey = withOwnKeys({ store, publicUrl }, createProviderKeys({ outbound, clock, log }));
  const postedAtMs = new Map<Channel, number>();
  const sealer = await createSealer({ masterKeys: keys.masterKeys, random, aes256Gcm: primitives.aes256Gcm });
  const newTimedId = createTimedIds(random);
  const program = { ...unmeasured, ...settings.program, owner: publicUrl ? new URL(publicUrl).host : 'localhost' };
  const tools: Tools = {
    store,
    sealer,
    primitives,
    clock,
    random,
    newTimedId,
    attestor: createAttestor({ store, sealer, random, primitives, clock, newTimedId, program }),
    codePepper: codePepper.secret,
    olderCodePeppers: olderCodePeppers.map(({ secret }) => secret),
    proxyPublicKey: proxyKey.opened.publicKey,
    log,
    outbound,
    findProviderKey,
    publicUrl,
    dashboardUrl,
    oauth2Endpoints,
    openWork: createWorkLimits(
      {
        fairShares: settings.fairShares ?? defaultFairShares,
        queriesPerMinute: settings.queriesPerMinute ?? limits.queriesPerMinute.most,
      },
      clock,
    ),
    work: unlimitedWork,
    requestId: undefined,
    traceparent: undefined,
    startSpan: settings.startSpan && harmlessSpans(settings.startSpan, log),
    takeDerivations: createDerivationLimit(clock, settings.derivationsPerMinute ?? limits.derivationsPerMinute.most),
    retentionDays: settings.retentionDays ?? { completed: 30, failed: 7 },
    recordPerHour: settings.recordPerHour ?? {
      mebibytes: limits.recordedMebibytes.most,
      activities: limits.recordedActivities.most,
    },
    recordMebibytesPerAddress: settings.recordMebibytesPerAddress ?? limits.recordedMebibytesPerAddress.most,
    recordCounts: createRecordCounts(clock),
    refusedLogins: createRefusedLogins(clock),
    statistics: createStatistics(clock),
    posted: (channel) => {
      postedAtMs.set(channel, clock());
    },
  };
  await migrate(store);
  await keys.register();
  const hasPosted = (channel: Channel) => clock() - (postedAtMs.get(channel) ?? Number.NEGATIVE_INFINITY) <= 1000;
  const deliver = createDelivery(tools, { send, sendEvent: sendEventTo(tools), owners: messageOwners });
  const sweep = createSweep(tools);
  const processId = newTimedId(clock());
  const coordinator = createCoordinator(tools);
  const proxy = createProxy({
    coordinator,
    proxyKeys: keys.proxyKeys.map(({ opened }) => opened),
    addressPepper: await hmacSha256(secrets.proxyKey, utf8('client addresses')),
    deviceKeys: [await deviceKeyOf(proxyKey), ...(await Promise.all(olderProxyKeys.map(deviceKeyOf)))],
    findProviderKey,
    publicUrl,
    oauth2Endpoints,
    primitives,
    clock,
    random,
    log,
    openWork: tools.openWork,
    refusedLogins: tools.refusedLogins,
    statistics: tools.statistics,
    traceOf: (organizationId, about) => traceOf(tools, organizationId, about),
    checkCaptcha: createCaptchaCheck({
      sealer: tools.sealer,
      outbound,
      verifierUrl: settings.captchaVerifierUrl ?? turnstileVerifier,
      random,
      log,
    }),
    readConfiguration: (configId) =>
      store.read((db) =>
        db.selectFrom('auth_proxy_configs').selectAll().where('config_id', '=', configId).executeTakeFirst(),
      ),
  });
  return {
    tools,
    fetch: async (request, connection) => {
      const path = pathOf(request.url);
      if (path === '/health') return answerJson({ status: 'ok' });
      if (path === '/ready') return ready(keys, log);
      if (publicUrl !== undefined && request.method === 'GET') {
        if (path === discoveryPath) return answerJson(discoveryDocument(publicUrl), anyOrigin);
        if (path === idTokenJwksPath) return answerJson(await idTokenJwks(tools), anyOrigin);
      }
      return path.startsWith('/public/') ? coordinator(request, connection) : proxy(request, connection);
    },
    hasPosting: () => [...postedAtMs.keys()].some(hasPosted),
    deliver: async (hasRoom, what = 'due') => {
      if (what === 'posted') return deliver(hasRoom, hasPosted);
      await keys.noteUse();
      await sweep();
      const [sent] = await Promise.all([
        deliver(hasRoom),
        noteRefusals(tools, 'due'),
        noteStatistics(tools, processId, 'due'),
      ]);
      return sent;
    },
    close: async () => {
      const noted = Promise.all([noteRefusals(tools, 'now'), noteStatistics(tools, processId, 'now')]);
      await within(noted, 1000); // a database that does not answer holds nobody up for them
      await store.close();
    },
  };
}

/** They are there to be looked at: nothing waits for them, and nothing fails with them. */
async function noteRefusals(tools: Tools, when: 'due' | 'now'): Promise<void> {
  try {
    await writeLoginRefusals(tools, tools.refusedLogins.take(when));
  } catch (error) {
    tools.log('refused logins not written', { error: error instanceof Error ? error.name : typeof error });
  }
}

/** The same: what is not written now is written later. */
async function noteStatistics(tools: Tools, processId: string, when: 'due' | 'now'): Promise<void> {
  const happened = tools.statistics.take(when);
  if (happened.length === 0) return;
  try {
    await writeStatistics(tools, processId, happened, tools.statistics.putBack);
  } catch (error) {
    tools.log('statistics not written', { error: error instanceof Error ? error.name : typeof error });
  }
}

async function ready(keys: OpenSecrets, log: Log): Promise<Response> {
  try {
    await keys.check();
    return answerJson({ status: 'ready' });
  } catch (error) {
    if (!(error instanceof SecretsError)) return answerRefusal(refusalOfFailure(error, log));
    log('secrets do not fit', { faults: error.faults.join(' ') });
    return answerRefusal(refused('SECRETS_UNFIT', { cause: error }));
  }
}

/** Of a program that nobody has measured. */
const unmeasured = { version: 'unreleased', files: 'latchkey\n' };
const webRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length));
const silent: Log = () => {};
