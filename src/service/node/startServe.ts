import { createService } from '../createService.js';
import { nodePrimitives } from '../nodePrimitives.js';
import type { ServeEnvironment } from './environment.js';
import { jsonLog } from './log.js';
import { openStore } from './openStore.js';
import { logRequests } from './requestLog.js';
import { sendTo } from './sendTo.js';
import { type Running, startServer } from './startServer.js';

/**
 * `latchkey serve`: a hosted service, with a JSON line on standard output for each event. It answers on `HOST` (loopback, where
 * that is absent: the proxy that speaks TLS is then on this machine) and knows no `/dev/`.
 *
 * @throws {StoreError} STORE_UNAVAILABLE
 * @throws {ListenError} PORT_BUSY, PORT_FORBIDDEN, HOST_NOT_HERE
 */
export async function startServe(environment: ServeEnvironment): Promise<Running> {
  const log = jsonLog(process.stdout);
  const service = await createService({
    store: await openStore(environment.store),
    secrets: environment.secrets,
    send: sendTo(environment.delivery),
    primitives: await nodePrimitives(),
    log,
  });
  const running = await startServer({
    service,
    hosts: [environment.listen.host ?? '127.0.0.1'],
    port: environment.listen.port,
    log,
    onAnswered: logRequests(log, environment.secrets.codePepper),
    trustedProxies: environment.trustedProxies,
    limits: environment.limits,
    globals: 'ours',
  });
  log('listening', { url: running.url });
  return {
    url: running.url,
    stop: async () => {
      log('stopping');
      await running.stop();
      log('stopped');
    },
  };
}
