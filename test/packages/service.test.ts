import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CommandName, neededPackages } from '../../src/service/node/packages.js';
import { manifest, root, serviceManifest } from './manifest.js';

const { latchkey, ...brought } = serviceManifest.dependencies;

/** Peers of the kit, and of tests in a page: an app that needs them has them. */
const ofApps = ['@tanstack/react-query', 'qr', 'react', 'react-dom', 'sql.js'];

test('latchkey-service has the version of latchkey, and depends on exactly that', () => {
  expect(serviceManifest.version).toBe(manifest.version);
  expect(latchkey).toBe(manifest.version);
});

test('it brings every peer of the service, in the versions that latchkey supports', () => {
  const peers = Object.entries(manifest.peerDependencies).filter(([name]) => !ofApps.includes(name));
  expect(brought).toEqual(Object.fromEntries(peers));
});

test('it brings what every command needs, with each database and with mail', () => {
  const commands: CommandName[] = [
    'dev',
    'serve',
    'init',
    'reseal',
    'check',
    'backup',
    'restore',
    'config',
    'template',
    'trust',
  ];
  for (const command of commands)
    for (const variables of [{}, { DATABASE_URL: 'postgres://a' }, { SMTP_URL: 'smtp://a' }])
      expect(Object.keys(brought)).toEqual(expect.arrayContaining(neededPackages(command, variables)));
});

test('it has the licence, the engines and the addresses of latchkey', () => {
  expect(read('packages/latchkey-service/LICENSE')).toBe(read('LICENSE'));
  const { engines, repository, homepage, bugs } = serviceManifest;
  const { directory, ...place } = repository;
  expect({ engines, repository: place, homepage, bugs }).toEqual({
    engines: manifest.engines,
    repository: manifest.repository,
    homepage: manifest.homepage,
    bugs: manifest.bugs,
  });
  expect(directory).toBe('packages/latchkey-service');
});

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
