import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type StampLoginResult, stampLogin } from '../../src/contract/sessions.js';
import { dashboardLogin } from '../../src/service/dev/dashboardLogin.js';
import { answerJson, commonHeaders } from '../../src/service/http/answers.js';
import { pathOf } from '../../src/service/http/pathOf.js';
import { dashboardFiles } from '../../src/service/node/dashboard/dashboardFiles.js';
import { loopback } from '../../src/service/node/openPort.js';
import { startServer } from '../../src/service/node/startServer.js';
import type { TestService } from '../../src/testing/createTestService.js';

export type Dashboard = {
  readonly url: string;
  /** Logs the operator in. */
  readonly token: string;
  readonly stop: () => Promise<void>;
};

/** The built dashboard of a service in this process, as `latchkey dev` serves it. */
export async function serveDashboard(test: TestService): Promise<Dashboard> {
  const folder = join(process.cwd(), 'packages/latchkey-service/dist/dashboard');
  if (!existsSync(folder)) throw new Error('The dashboard is not built: npm run build.');
  const files = dashboardFiles(folder);
  const token = randomUUID();
  const { organizationId, authProxyConfigId, trust } = test;
  const logIn = async (publicKey: string) => {
    const { result } = await test.asRoot(stampLogin, { publicKey, expirationSeconds: '3600' });
    return (result.stampLoginResult as StampLoginResult).session;
  };
  const server = await startServer({
    service: { ...test.service, deliver: async () => 0 }, // whoever logs in delivers by themselves
    async fetch(request, connection) {
      const path = pathOf(request.url);
      if (path === '/dev/dashboard-login') return dashboardLogin(request, { token, logIn, log: () => {} });
      if (path === '/dashboard.json') return answerJson({ organizationId, authProxyConfigId, trust }, commonHeaders);
      return files(request) ?? test.service.fetch(request, connection);
    },
    hosts: loopback,
    port: 0,
    log: () => {},
  });
  return { url: server.url, token, stop: server.stop };
}
