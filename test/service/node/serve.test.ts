import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { me } from '../../../src/client/flows/me.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { manifest } from '../../../src/service/node/packages.js';
import { alone } from '../../support/alone.js';
import { logIn } from '../../support/live/person.js';
import { startTraceServer } from '../../support/otlp.js';
import { freshDatabase } from '../../support/postgres.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, programFolder, run, type Started, start, startNode } from './program.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const secrets = { LATCHKEY_MASTER_KEY: masterKey, LATCHKEY_CODE_PEPPER: codePepper, LATCHKEY_PROXY_KEY: proxyKey };

const mails: string[] = [];
/** A real mail server that keeps what it is given. */
const mailServer = (): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, done) {
      mails.push(Buffer.concat(await stream.toArray()).toString());
      done();
    },
  });
const listening = (server: SMTPServer, port = 0) =>
  new Promise<SMTPServer>((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
const closed = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()));

const smtp = mailServer();
beforeAll(() => listening(smtp));
afterAll(() => closed(smtp));

const variables = (data: string): Record<string, string> => ({
  ...secrets,
  LATCHKEY_DATA: join(folder, data),
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  MAIL_FROM: 'codes@latchkey.example',
  PORT: '0',
});

/** The same, where an organization has been made: the id of its auth proxy's configuration is with it. */
async function initialised(data: string): Promise<{ environment: Record<string, string>; authProxyConfigId: string }> {
  const environment = variables(data);
  const { stdout } = await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], environment);
  return { environment, authProxyConfigId: JSON.parse(stdout).authProxyConfigId };
}

const urlOf = async (program: Started): Promise<string> =>
  JSON.parse((await program.line(/"event":"listening"/)).input).url;

const codeOf = async (contact: string): Promise<string | undefined> =>
  /^Subject: (\d{6}) is/m.exec(mails.findLast((mail) => mail.includes(`To: ${contact}`)) ?? '')?.[1];

test('a hosted service: init, serve, a login by a mailed code, a kill, and everything is still there', async () => {
  const { environment, authProxyConfigId } = await initialised('hosted');
  const first = start(['serve'], environment);
  const authProxyUrl = await urlOf(first);
  const client = await logIn({ authProxyUrl, authProxyConfigId }, 'ada@example.com', codeOf);
  const ada = await me(client);
  expect(mails.at(-1)).toMatch(/^Subject: \d{6} is your Acme /m); // what init was told
  await first.line(/"path":"\/public\/v1\/query\//); // lines are written after answers
  first.signal('SIGKILL');
  const { stdout, stderr } = await first.ended;

  expect(stderr).toBe('');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ event: 'starting', version: manifest().version });
  const otpInit = lines.find(({ path }) => path === '/v1/otp_init_v2');
  const always = ['time', 'event', 'requestId', 'method', 'path', 'status', 'ms', 'asker'];
  expect(Object.keys(otpInit)).toEqual([...always, 'organization', 'contact']);
  const read = lines.find(({ path }) => path?.startsWith('/public/v1/query/'));
  expect(Object.keys(read)).toEqual([...always, 'organization', 'user']);
  expect(stdout).not.toMatch(/ada@example\.com|eyJ|127\.0\.0\.1/);
  expect(stdout).not.toMatch(alone((await codeOf('ada@example.com')) ?? ''));
  for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret);

  const second = start(['serve'], { ...environment, PORT: new URL(authProxyUrl).port });
  expect(await urlOf(second)).toBe(authProxyUrl);
  expect(await me(client)).toEqual(ada);
  for (const path of ['/', '/dev/config', '/dev/inbox', '/dev/style.css']) {
    expect((await fetch(authProxyUrl + path)).status).toBe(404);
  }
  second.signal('SIGTERM');
  expect(await second.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"event":"stopped"') });
});

test('A-60: where a port for them is named, metrics are answered there, and only there', async () => {
  const { environment } = await initialised('metrics');
  const program = start(['serve'], { ...environment, METRICS_PORT: '0' });
  const { url, metrics } = JSON.parse((await program.line(/"event":"listening"/)).input);
  expect(new URL(metrics)).toMatchObject({ hostname: '127.0.0.1', pathname: '/metrics' });
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const text = await (await fetch(metrics)).text();
  expect(text).toContain('latchkey_requests_total{path="unknown",status="404",refusal="ROUTE_NOT_FOUND"} 1\n');
  expect(text).toContain('latchkey_outbox_messages{channel="email"} 0\n');
  const { port } = new URL(metrics);
  const { code, stderr } = await run(['serve'], { ...environment, METRICS_PORT: port });
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Port \d+ is taken .* METRICS_PORT/),
  });
  program.signal('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

if (inject('postgresUrl')) {
  test('the same on PostgreSQL: init prints the same twice, and two servers share what one of them learned', async () => {
    const { LATCHKEY_DATA: _, ...others } = variables('');
    const environment = { ...others, DATABASE_URL: await freshDatabase() };
    const init = () => run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], environment);
    const { stdout } = await init();
    expect((await init()).stdout).toBe(stdout);
    const { authProxyConfigId } = JSON.parse(stdout);
    const servers = [start(['serve'], environment), start(['serve'], environment)];
    const [one = '', other = ''] = await Promise.all(servers.map(urlOf));
    const client = await logIn({ authProxyUrl: one, authProxyConfigId }, 'bob@example.com', codeOf);
    const elsewhere = { ...client, settings: { ...client.settings, coordinatorUrl: other } };
    expect(await me(elsewhere)).toEqual(await me(client));
    for (const server of servers) server.signal('SIGTERM');
    for (const { code } of await Promise.all(servers.map(({ ended }) => ended))) expect(code).toBe(0);
  });
}

test('asked to end, it accepts no connections, answers the running request, and exits with 0', async () => {
  const { environment } = await initialised('graceful');
  const program = start(['serve'], environment);
  const { port } = new URL(await urlOf(program));
  const body = '{"organizationId":"2f6f2b5a-3a1e-4c0e-9a43-7d1d3c1e5b11"}';
  const half = connect(Number(port), '127.0.0.1');
  let answer = '';
  half.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const ended = new Promise((resolve) => half.once('close', resolve));
  half.write(
    `POST /public/v1/query/whoami HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  // The request is running: it waits for its body.
  await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  answer = '';
  half.write(body.slice(0, 10));
  program.signal('SIGTERM');
  await program.line(/"event":"stopping"/);
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('out');
  half.write(body.slice(10));
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 401 /); // nobody stamped it: an answer all the same
  expect((await program.ended).code).toBe(0);
});

test('a mail server that is down delays nobody, and the code arrives when it is back', async () => {
  const { environment, authProxyConfigId } = await initialised('mail');
  const probe = await listening(mailServer());
  const { port } = probe.server.address() as AddressInfo;
  await closed(probe);
  const program = start(['serve'], { ...environment, SMTP_URL: `smtp://127.0.0.1:${port}` });
  const url = await urlOf(program);
  const response = await fetch(`${url}/v1/otp_init`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': authProxyConfigId },
    body: '{"otpType":"OTP_TYPE_EMAIL","contact":"eve@example.com"}',
  });
  expect(response.status).toBe(200);
  await program.line(/"event":"delivery failed".*"reason":"SMTP_UNREACHABLE"/);
  const back = await listening(mailServer(), port);
  await expect.poll(() => codeOf('eve@example.com')).toMatch(/^\d{6}$/);
  program.signal('SIGTERM');
  const { code, stdout } = await program.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain('eve@example.com');
  await closed(back);
});

/** As docs/hosting.md has it, by the parts of the SDK that it needs. */
const registeredSdk = `
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

const sdk = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] });
trace.setGlobalTracerProvider(sdk);
process.once('beforeExit', () => sdk.shutdown());
`;

test('where an OpenTelemetry SDK is registered before it starts, it sends spans, the last ones as it ends', async () => {
  const { environment } = await initialised('traced');
  const traces = await startTraceServer();
  const before = join(programFolder, 'tracing.mjs');
  writeFileSync(before, registeredSdk);
  const program = startNode(
    ['--import', before, join(programFolder, 'dist/bin.js'), 'serve'],
    { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: new URL(traces.url).origin },
    programFolder,
  );
  const listening = JSON.parse((await program.line(/"event":"listening"/)).input);
  expect(listening).toMatchObject({ traced: true });
  await fetch(`${listening.url}/health`);
  const line = JSON.parse((await program.line(/"path":"\/health"/)).input);
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  const [health] = traces.spans().filter(({ name }) => name === 'GET /health');
  expect(health?.traceId).toBe(line.trace);
  await traces.close();
});
