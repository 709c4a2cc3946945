import { createECDH } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { backend } from '../../../demo/backend.js';
import { call } from '../../../src/client/call.js';
import { createClient } from '../../../src/client/createClient.js';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import type { AuthProxyConfigChanges } from '../../../src/contract/authProxy.records.js';
import { toBase64 } from '../../../src/crypto/base64.js';
import { withTestKeys } from '../../../src/service/captcha/testKeys.js';
import { createService } from '../../../src/service/createService.js';
import { createInbox, type Inbox } from '../../../src/service/delivery/inbox.js';
import type { Send } from '../../../src/service/delivery/message.js';
import { smtpSend } from '../../../src/service/delivery/smtp.js';
import type { SmtpServer } from '../../../src/service/delivery/smtpServer.js';
import { createDevSurface } from '../../../src/service/dev/devSurface.js';
import { makeParent, type Parent } from '../../../src/service/makeParent.js';
import type { Fetch } from '../../../src/service/node/answer.js';
import { devSecrets } from '../../../src/service/node/devSecrets.js';
import { loopback } from '../../../src/service/node/openPort.js';
import { type Running, startServer } from '../../../src/service/node/startServer.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { noOutbound } from '../../../src/service/outbound.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import type { Tools } from '../../../src/service/tools.js';
import { apiKeyStamper } from '../../../src/stampers/apiKeyStamper.js';
import { type SecondRoot, secondRoot } from '../../support/secondRoot.js';
import { type BuiltPage, serveBuilt } from './serveBuilt.js';

/** The built demo app, under a strict Content-Security-Policy, with the real service and a database in a file. */
export type BuiltDemo = {
  readonly url: string;
  readonly inbox: Inbox;
  /** The reported violations of the policy. */
  readonly violations: readonly string[];
  /** Lets time pass for the service alone. */
  readonly advanceMs: (ms: number) => void;
  readonly configure: (changes: AuthProxyConfigChanges) => Promise<void>;
  /** Adds Bob to the account of a person who signed up: from now on both must approve. */
  readonly addBob: () => Promise<SecondRoot>;
  /** Stops the page and the service, and closes the database. */
  readonly stop: () => Promise<void>;
  /** Starts it again with nothing but the files in the folder, as another process would. */
  readonly start: () => Promise<void>;
};

/**
 * Starts a demo of its own for one test, on a free port of this machine.
 *
 * @param proxyHost - the name of this machine in the auth proxy's URL: `localhost` is the page's own origin,
 * `127.0.0.1` another.
 * @param settings.page - the plain page, which leads to single screens, or the demo itself; default: `plain`
 * @param settings.pins - the page knows the service's keys, as import and export need it
 * @param settings.mail - mails go there, too
 */
export async function startDemo(
  proxyHost: 'localhost' | '127.0.0.1' = 'localhost',
  { page = 'plain', pins = false, mail }: { page?: BuiltPage; pins?: boolean; mail?: SmtpServer } = {},
): Promise<BuiltDemo> {
  let offsetMs = 0;
  const clock = () => Date.now() + offsetMs;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-journey-'));
  const { secrets, rootApiKey, token } = await devSecrets(folder);
  const inbox = createInbox(clock);
  const bob = keyPair();
  const send: Send = async (message) => {
    if (mail && message.channel === 'email') await smtpSend({ server: mail, from: 'login@acme.example' })(message);
    await inbox.send(message);
  };
  const violations: string[] = [];
  let running: (Running & Parent & { readonly tools: Tools }) | undefined;
  let port = 0;

  async function start() {
    const service = await createService({
      store: await openLibsql(join(folder, 'journey.db')),
      secrets,
      send,
      clock,
      primitives: await nodePrimitives(),
      outbound: withTestKeys(noOutbound),
      fairShares: 'off', // shares go by the machine's time
    });
    const parent = await makeParent(service.tools, { name: 'Journeys', rootPublicKey: rootApiKey.publicKey });
    const attestationRoot = toBase64(await service.tools.attestor.root());
    const surface = createDevSurface({ parent, attestationRoot, rootApiKey, token, inbox, log: () => {} });
    const fetch: Fetch = async (request, connection) => {
      const { pathname } = new URL(request.url);
      return dated(pathname.startsWith('/dev/') ? surface(request) : await service.fetch(request, connection), clock());
    };
    const beside = serveBuilt({
      page,
      backend: backend({ ...parent, apiKey: rootApiKey, origin: () => `http://localhost:${port}`, clock, bob }),
      settings: () => ({
        ...parent,
        trust: pins ? parent.trust : undefined,
        authProxyUrl: `http://${proxyHost}:${port}`,
      }),
      onViolation: (report) => violations.push(report),
    });
    const server = await startServer({ service, fetch, hosts: loopback, port, log: () => {}, beside: [beside] });
    port = Number(new URL(server.url).port);
    running = { ...server, ...parent, tools: service.tools };
  }

  async function stop() {
    await running?.stop();
    running = undefined;
  }

  await start();
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://localhost:${port}`;

  function here() {
    if (running === undefined) throw new Error('The demo has been stopped.');
    const { authProxyConfigId } = running;
    return { ...running, client: createClient({ authProxyUrl: url, authProxyConfigId, clock }) };
  }

  return {
    url,
    inbox,
    violations,
    start,
    stop,
    advanceMs: (ms) => {
      offsetMs += ms;
    },
    async configure(changes) {
      const { client, organizationId } = here();
      await call(client, updateAuthProxyConfig, changes, { stamper: apiKeyStamper(rootApiKey), organizationId });
    },
    async addBob() {
      const { client, tools, organizationId } = here();
      const { organization_id } = await tools.store.read((database) =>
        database
          .selectFrom('organizations')
          .select('organization_id')
          .where('parent_id', '=', organizationId)
          .executeTakeFirstOrThrow(),
      );
      const service = { service: { tools }, organizationId, clock };
      return secondRoot({ service, client }, { organizationId: organization_id });
    },
  };
}

/** Of P-256, in hex, for the demo's second user. */
function keyPair(): { publicKey: string; privateKey: string } {
  const key = createECDH('prime256v1');
  const publicKey = key.generateKeys('hex', 'compressed');
  return { publicKey, privateKey: key.getPrivateKey('hex').padStart(64, '0') };
}

/** A server tells the time: by it the kit knows the clock that a test moves. */
function dated(response: Response, nowMs: number): Response {
  const headers = new Headers(response.headers);
  headers.set('Date', new Date(nowMs).toUTCString());
  return new Response(response.body, { status: response.status, headers });
}
