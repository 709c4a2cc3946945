import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { disableAuthProxy } from '../../src/contract/authProxy.js';
import { dashboardFiles } from '../../src/service/node/dashboard/dashboardFiles.js';
import { enrollCommand } from '../../src/service/node/dashboard/enrollCommand.js';
import {
  readConfigEnvironment,
  readInitEnvironment,
  readServeEnvironment,
} from '../../src/service/node/environment.js';
import { freshSecrets } from '../../src/service/node/freshSecrets.js';
import { initParent } from '../../src/service/node/initParent.js';
import { rootCaller } from '../../src/service/node/rootCaller.js';
import { startServe } from '../../src/service/node/startServe.js';
import { freePort } from '../support/postgresBinaries.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { accessibilityFaults } from './support/axe.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test('whoever runs the service lets the first operator in: a page, a line in the terminal, and a login by passkey, with the proxy off', async () => {
  const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const variables = {
    LATCHKEY_MASTER_KEY: masterKey,
    LATCHKEY_CODE_PEPPER: codePepper,
    LATCHKEY_PROXY_KEY: proxyKey,
    LATCHKEY_ROOT_KEY: rootApiKey.privateKey,
    LATCHKEY_DATA: join(temporaryFolder(), 'own'),
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'login@acme.example',
    PORT: '0',
    DASHBOARD: '1',
    DASHBOARD_URL: url,
    DASHBOARD_PORT: String(port),
  };
  const printed: string[] = [];
  const outputs = { print: (text: string) => void printed.push(text), say: () => {} };
  const parent = { name: 'Acme', rootPublicKey: rootApiKey.publicKey };
  await initParent(readInitEnvironment(variables), parent, outputs);
  const { organizationId } = JSON.parse(printed.join(''));
  const running = await startServe(
    readServeEnvironment(variables),
    dashboardFiles(join(inject('builtDemo').folder, 'dashboard')),
  );
  onTestFinished(running.stop);
  const root = await rootCaller((path, init) => fetch(running.url + path, init), {
    organizationId,
    privateKey: rootApiKey.privateKey,
    clock: Date.now,
  });
  await root.submit(disableAuthProxy, {});

  const { page, context } = await visit({ url, violations: [], advanceMs: () => {} });
  const debug = await context.newCDPSession(page);
  await debug.send('WebAuthn.enable');
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/#enroll');
  await page.getByLabel('What to call it').fill('Ada’s laptop');
  await page.keyboard.press('Enter');
  const line = await page.locator('pre').innerText();
  const characters = await page.locator('.characters').innerText();
  expect(characters).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(await accessibilityFaults(page)).toEqual([]);

  const environment = { ...readConfigEnvironment(variables, { url: running.url, organizationId }), dashboardUrl: url };
  const text = line.replace('npx latchkey-service admin enroll ', '');
  const dialog = { ...outputs, ask: async () => characters };
  expect(await enrollCommand(environment, { text }, dialog)).toBe(0);

  await page.getByRole('link', { name: 'Go to the login' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByText('1 passkey').waitFor();
  await page.reload();
  await page.getByText('1 passkey').waitFor();
});
