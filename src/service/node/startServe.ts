import { openToEveryOrigin } from '../store/openToEveryOrigin.js';
import type { Answered } from './answer.js';
import { type DashboardFiles, noFiles } from './dashboard/dashboardFiles.js';
import { dashboardFetch } from './dashboard/dashboardPort.js';
import type { ServeEnvironment } from './environment.js';
import { guardedOutbound } from './guardedOutbound.js';
import { jsonLog } from './log.js';
import { countEvents } from './metrics/events.js';
import { createRequestMetrics } from './metrics/requests.js';
import { serviceFamilies } from './metrics/serviceMetrics.js';
import { startMetrics } from './metrics/startMetrics.js';
import { openService } from './openService.js';
import { openInitialised } from './openStore.js';
import { openTelemetrySpans } from './openTelemetry.js';
import { manifest } from './packages.js';
import { logRequests } from './requestLog.js';
import { sendTo } from './sendTo.js';
import { type Running, startServer } from './startServer.js';

/**
 * `latchkey serve`: a hosted service, with a JSON line on standard output for each event. It answers on `HOST` (loopback, where that is
 * absent: the proxy that speaks TLS is then on this machine) and knows no `/dev/`. The first line has the version. Metrics are answered,
 * and requests counted, only where `METRICS_PORT` is set, and the operators' dashboard only where `DASHBOARD` is, each on a port of its own.
 * A configuration that allows every origin is logged once at the start.
 *
 * @throws {DatabaseError} NOT_INITIALISED
 * @throws {SecretsError} SECRETS_UNFIT
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {DashboardError} DASHBOARD_ORGANIZATION_UNKNOWN
 * @throws {ListenError} PORT_BUSY, PORT_FORBIDDEN, HOST_NOT_HERE
 */
export async function startServe(
  environment: ServeEnvironment,
  dashboardFiles: DashboardFiles = noFiles,
): Promise<Running> {
  const lines = jsonLog(process.stdout);
  const events = countEvents(lines);
  const requests = createRequestMetrics();
  const { log } = events;
  log('starting', { version: manifest().version });
  const startSpan = await openTelemetrySpans(manifest().version);
  const service = await openService(await openInitialised(environment.store), {
    secrets: environment.secrets,
    send: sendTo(environment.delivery),
    log,
    outbound: guardedOutbound('public'),
    ...environment.record,
    ...environment.work,
    publicUrl: environment.publicUrl,
    dashboardUrl: environment.dashboardUrl,
    derivationsPerMinute: environment.derivationsPerMinute,
    startSpan,
  });
  const { dashboard } = environment;
  const second = dashboard && {
    fetch: await dashboardFetch(service, dashboard, dashboardFiles).catch(endedWith(service.close)),
    port: dashboard.port,
    variables: { port: 'DASHBOARD_PORT', host: 'HOST' },
  };
  const openConfigId = await openToEveryOrigin(service.tools.store);
  if (openConfigId !== undefined) log('auth proxy open to every origin', { configId: openConfigId });
  const logRequest = logRequests(lines, environment.secrets.codePepper);
  const onAnswered = (answered: Answered) => {
    logRequest(answered);
    requests.onAnswered(answered);
  };
  const running = await startServer({
    service,
    hosts: [environment.listen.host ?? '127.0.0.1'],
    port: environment.listen.port,
    log,
    onAnswered: environment.metrics ? onAnswered : logRequest,
    startSpan,
    trustedProxies: environment.trustedProxies,
    limits: environment.limits,
    globals: 'ours',
    second,
  });
  const read = () => serviceFamilies(service.tools, running, [requests, events]);
  const metrics = environment.metrics && (await startMetrics(environment.metrics, read).catch(endedWith(running.stop)));
  const { url, secondUrl } = running;
  const others = { ...(secondUrl && { dashboard: secondUrl }), ...(metrics && { metrics: metrics.url }) };
  log('listening', { url, ...others, ...(startSpan && { traced: true }) });
  return {
    ...running,
    stop: async () => {
      log('stopping');
      await Promise.all([running.stop(), metrics?.stop()]);
      log('stopped');
    },
  };
}

/** Ends what runs already where the rest cannot start. */
const endedWith =
  (end: () => Promise<void>) =>
  async (error: unknown): Promise<never> => {
    await end();
    throw error;
  };
