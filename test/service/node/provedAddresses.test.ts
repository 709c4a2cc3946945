import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import { addressProof } from '../../../src/client/flows/proofs.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { logIn } from '../../support/live/person.js';
import { freshDatabase } from '../../support/postgres.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, run, type Started, start } from './program.js';

builtProgram();
const folder = temporaryFolder();
const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();

const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, _, done) {
    mails.push(Buffer.concat(await stream.toArray()).toString());
    done();
  },
});
beforeAll(() => new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

const codeOf = async (contact: string): Promise<string | undefined> =>
  /^Subject: (\d{6}) is/m.exec(mails.findLast((mail) => mail.includes(`To: ${contact}`)) ?? '')?.[1];
const urlOf = async (program: Started): Promise<string> =>
  JSON.parse((await program.line(/"event":"listening"/)).input).url;

const databases: { name: string; variables: () => Promise<Record<string, string>> }[] = [
  { name: 'SQLite', variables: async () => ({ LATCHKEY_DATA: join(folder, 'data') }) },
  ...(inject('postgresUrl')
    ? [{ name: 'PostgreSQL', variables: async () => ({ DATABASE_URL: await freshDatabase() }) }]
    : []),
];

test.each(databases)(
  'from a mailed code to an address that is proved below the printed root, also after a kill: on $name',
  async ({ name, variables }) => {
    const environment = {
      LATCHKEY_MASTER_KEY: masterKey,
      LATCHKEY_CODE_PEPPER: codePepper,
      LATCHKEY_PROXY_KEY: proxyKey,
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'codes@latchkey.example',
      PORT: '0',
      ...(await variables()),
    };
    const made = await run(['init', '--name', 'Acme', '--root-public-key', rootApiKey.publicKey], environment);
    const { authProxyConfigId, trust } = JSON.parse(made.stdout);
    const attestationRoot = (await run(['trust'], environment)).stdout.trim();
    const first = start(['serve'], environment);
    const authProxyUrl = await urlOf(first);
    const settings = { authProxyUrl, authProxyConfigId, verifyProofs: 'required' as const };
    const client = await logIn(
      { ...settings, trust: { ...trust, attestationRoot } },
      `ada@${name.toLowerCase()}.example`,
      codeOf,
    );
    const [account] = (await call(client, listWalletAccounts, {})).accounts;
    if (!account) throw new Error('There is an account.');
    expect(await addressProof(client, account)).toMatchObject({ state: 'software', report: { path: account.path } });
    first.signal('SIGKILL');
    await first.ended;
    const second = start(['serve'], { ...environment, PORT: new URL(authProxyUrl).port });
    await urlOf(second);
    expect(await addressProof(client, account)).toMatchObject({ state: 'software' });
    second.signal('SIGTERM');
    expect((await second.ended).code).toBe(0);
  },
);
