import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StampLoginResult, stampLogin } from '../../contract/sessions.js';
import { toBase64 } from '../../crypto/base64.js';
import { LatchkeyError } from '../../errors.js';
import { withTestKeys } from '../captcha/testKeys.js';
import { createInbox } from '../delivery/inbox.js';
import { dashboardLogin } from '../dev/dashboardLogin.js';
import { devConfigId, devSettings } from '../dev/devSettings.js';
import { createDevSurface } from '../dev/devSurface.js';
import { pathOf } from '../http/pathOf.js';
import { isLoopback } from '../loopback.js';
import { makeParent, type Parent } from '../makeParent.js';
import type { Clock, ReplacedEndpoints } from '../tools.js';
import type { Fetch } from './answer.js';
import { dashboardFiles } from './dashboard/dashboardFiles.js';
import { openDataFolder } from './dataFolder.js';
import { type DevSecrets, devSecrets } from './devSecrets.js';
import { type DevEnvironment, readDevEnvironment } from './environment.js';
import { serveExampleId } from './exampleId/serveExampleId.js';
import { guardedOutbound } from './guardedOutbound.js';
import type { Beside } from './listen.js';
import { plainLog } from './log.js';
import { loopback } from './openPort.js';
import { openService } from './openService.js';
import { openInFolder } from './openStore.js';
import { widgetFolder } from './packages.js';
import type { Variables } from './reading.js';
import { rootCaller } from './rootCaller.js';
import { sendTo } from './sendTo.js';
import { type Running, startServer } from './startServer.js';

export type DevSettings = {
  readonly variables: Variables;
  /** Who can connect: this machine, or anybody who reaches `HOST`; the latter cannot open `/dev/`. */
  readonly reach: 'loopback' | 'exposed';
  /** The folder of `latchkey/embed`, for the login card on the page to start from; default: the package's own. */
  readonly widgetFolder?: string;
  /** The folder of the dashboard's files; default: that of `latchkey-service`, where its program runs. */
  readonly dashboard?: string | undefined;
  /** Where X and Discord answer in their place, of a service at that URL. */
  readonly oauth2Endpoints?: (url: string) => ReplacedEndpoints;
  /** Another program on the same origin: an app, whose page gets the public ids, and whose backend has the root key. */
  readonly beside?: (parent: Parent, rootApiKey: DevSecrets['rootApiKey']) => Beside;
  /** The time of the service, which its answers tell. Default: the machine's. */
  readonly clock?: Clock;
};

/** A development service that answers. */
export type RunningDev = Running & {
  readonly folder: string;
  readonly reach: DevSettings['reach'];
  /** What `/dev/config` shows the root key for. */
  readonly token: string;
  /** The issuer of the identity provider to try logins with, where the package `oidc-provider` is installed. */
  readonly exampleId: string | undefined;
  /** Whether `/dashboard` is there: its files are in the package `latchkey-service`. */
  readonly hasDashboard: boolean;
};

/**
 * `latchkey dev`, and the service of `npm start`: SQLite in `LATCHKEY_DATA`, secrets made once and kept there, the parent
 * organization "Development", messages in an inbox in memory, an identity provider where `oidc-provider` is installed, and the development
 * surface.
 *
 * Exposed, it has no provider and no inbox to show: messages leave by `SMTP_URL` and `SMS_WEBHOOK_URL`.
 *
 * @throws {EnvironmentError} ENVIRONMENT_INVALID
 * @throws {SecretsError} SECRETS_UNFIT where `development.json` is not that of `development.db`
 * @throws {ExposureError} NOT_EXPOSED
 * @throws {ListenError} PORT_BUSY, PORT_FORBIDDEN, HOST_NOT_HERE
 */
export async function startDev({
  variables,
  reach,
  widgetFolder: from = widgetFolder,
  dashboard = variables.DASHBOARD_FILES,
  oauth2Endpoints,
  beside,
  clock,
}: DevSettings): Promise<RunningDev> {
  const environment = readDevEnvironment(variables);
  const hosts = hostsOf(environment, reach);
  const { folder } = environment;
  openDataFolder(folder);
  const { secrets, rootApiKey, token } = await devSecrets(folder);
  const log = plainLog(process.stderr);
  const now = clock ?? Date.now;
  const inbox = createInbox(now);
  const files = dashboardFiles(dashboard);
  const hasDashboard = reach === 'loopback' && files(new Request('http://localhost/dashboard')) !== undefined;
  const service = await openService(await openInFolder(folder, 'development.db'), {
    secrets,
    send: reach === 'loopback' ? inbox.send : sendTo(environment.delivery),
    log,
    clock: now,
    ...placeOf(environment, { oauth2Endpoints, hasDashboard }),
    // All of its tenants are one developer, whose machine may be busy with other things.
    ...(reach === 'loopback' && { fairShares: 'off' as const, queriesPerMinute: Number.POSITIVE_INFINITY }),
    outbound: reach === 'loopback' ? withTestKeys(guardedOutbound('public and loopback')) : guardedOutbound('public'),
  });
  const parent = await makeParent(service.tools, {
    name: 'Development',
    rootPublicKey: rootApiKey.publicKey,
    authProxyConfigId: devConfigId,
    settings: devSettings,
  });
  const root = await rootCaller(
    async (path, init) => service.fetch(new Request(`http://localhost${path}`, init), { clientAddress: '127.0.0.1' }),
    { organizationId: parent.organizationId, privateKey: rootApiKey.privateKey, clock: now },
  );
  const attestationRoot = toBase64(await service.tools.attestor.root());
  const widget = scriptsIn(from);
  const surface = createDevSurface({ parent, attestationRoot, rootApiKey, token, inbox, widget, log, clock: now });
  const isDev = (path: string) => path.startsWith('/dev/') || path === '/' || path === '/dashboard.json';
  const logIn = async (publicKey: string) => {
    const { result } = await root.submit(stampLogin, { publicKey, expirationSeconds: '3600' });
    return (result.stampLoginResult as StampLoginResult).session;
  };
  const withSurface: Fetch = async (request, connection) => {
    const path = pathOf(request.url);
    if (path === '/dev/dashboard-login') return dashboardLogin(request, { token, logIn, log });
    if (path === '/dev') return Response.redirect(new URL('/', request.url), 302);
    if (isDev(path)) return surface(request);
    return files(request) ?? dated(await service.fetch(request, connection), clock);
  };
  const exampleId = serveExampleId(reach, { apps: (url) => (beside ? [url] : []) });
  const running = await startServer({
    service,
    fetch: reach === 'loopback' ? withSurface : service.fetch,
    hosts,
    port: environment.listen.port,
    log,
    beside: [exampleId.beside, beside?.(parent, rootApiKey)].filter((each) => each !== undefined),
  });
  const offered = await exampleId.offer(root, running.url).catch((error: unknown) => {
    log('example id not offered', { reason: error instanceof LatchkeyError ? error.code : 'INTERNAL' });
    return undefined;
  });
  return {
    ...running,
    folder,
    reach,
    token,
    exampleId: offered,
    hasDashboard,
  };
}

/** By the Date header the kit knows the time of a service whose clock is not the machine's. */
function dated(response: Response, clock: Clock | undefined): Response {
  if (clock) response.headers.set('Date', new Date(clock()).toUTCString());
  return response;
}

/** A script of that folder by its name, as long as it is there. */
const scriptsIn = (folder: string) => (name: string) => {
  const path = join(folder, name);
  return /^[\w-]+\.js$/.test(name) && existsSync(path) ? readFileSync(path) : undefined;
};

type Offered = Pick<RunningDev, 'hasDashboard'> & { readonly oauth2Endpoints: DevSettings['oauth2Endpoints'] };

/** With a port that is not known yet, logins at X and Discord are off, and invitations lead to the app. */
function placeOf({ listen: { port } }: DevEnvironment, { oauth2Endpoints, hasDashboard }: Offered) {
  if (port === 0) return {};
  const publicUrl = `http://localhost:${port}`;
  return {
    publicUrl,
    oauth2Endpoints: oauth2Endpoints?.(publicUrl),
    ...(hasDashboard && { dashboardUrl: `${publicUrl}/dashboard` }),
  };
}

/** @throws {ExposureError} NOT_EXPOSED */
function hostsOf({ listen: { host } }: DevEnvironment, reach: DevSettings['reach']): readonly string[] {
  if (reach === 'exposed') return [host ?? '0.0.0.0'];
  if (host === undefined || isLoopback(host) || host === '::1') return loopback;
  const message = `HOST=${host} would let others reach a development service, which gives codes to whoever asks. Leave HOST out, or add --expose: then /dev/ is gone, and messages leave by SMTP_URL and SMS_WEBHOOK_URL.`;
  throw new ExposureError('NOT_EXPOSED', message);
}

/** A development service was about to be reachable by others. */
class ExposureError extends LatchkeyError<'NOT_EXPOSED'> {}
