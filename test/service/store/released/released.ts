import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { inject } from 'vitest';
import { fromHex } from '../../../../src/crypto/hex.js';
import type { ServiceSecrets } from '../../../../src/service/secrets/givenSecrets.js';
import { openLibsql } from '../../../../src/service/store/openLibsql.js';
import { openPostgres } from '../../../../src/service/store/openPostgres.js';
import type { Store } from '../../../../src/service/store/store.js';
import { freshDatabase } from '../../../support/postgres.js';

type KeyPair = { publicKey: string; privateKey: string };
type Parent = { organizationId: string; authProxyConfigId: string; name: string; rootApiKey: KeyPair };
type Person = {
  contact: string;
  organizationId: string;
  userId: string;
  sessionKey: KeyPair;
  apiKey: KeyPair;
  addresses: string[];
  signatures: { parameters: { signWith: string }; result: { r: string; s: string; v: string } }[];
  login: { request: object; session: string };
};

/** What stands beside a database of version 0.1.0: the secrets it was made with, and what is in it. */
export type Contents = {
  secrets: { masterKey: string; codePepper: string; proxyKey: string };
  /** When the last of it was written. */
  nowMs: number;
  parent: Parent & { origin: string };
  other: Parent;
  people: [Person, Person];
  /** A sub-organization of two root users, who both must agree, and what waits there for the second. */
  shared: { organizationId: string; addresses: string[]; keys: [KeyPair, KeyPair]; waiting: string[] };
  codes: {
    verified: { request: object; verificationToken: string };
    open: { otpId: string; otpCode: string };
    unsent: { otpId: string; contact: string };
  };
};

/** A copy of a released database, which a test may change. */
export type Released = {
  contents: Contents;
  open: () => Promise<Store>;
  /** The environment variables that name it. */
  variables: Record<string, string>;
};

const read = (name: string) => readFileSync(join(import.meta.dirname, '0.1.0', name));
const contentsIn = (name: string): Contents => JSON.parse(read(name).toString());

/** The databases that version 0.1.0 wrote. */
export const released: { name: string; copy: () => Promise<Released> }[] = [
  {
    name: 'SQLite',
    async copy() {
      const place = join(inject('folderOfRun'), randomUUID());
      mkdirSync(place, { mode: 0o700 });
      const file = join(place, 'latchkey.db');
      writeFileSync(file, gunzipSync(read('latchkey.db.gz')), { mode: 0o600 });
      return {
        contents: contentsIn('sqlite.json'),
        open: () => openLibsql(file),
        variables: { LATCHKEY_DATA: place },
      };
    },
  },
];
if (inject('postgresUrl')) {
  released.push({
    name: 'PostgreSQL',
    async copy() {
      const url = await freshDatabase();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(read('postgres.sql').toString());
      await client.end();
      return {
        contents: contentsIn('postgres.json'),
        open: () => openPostgres(url),
        variables: { DATABASE_URL: url },
      };
    },
  });
}

/** The secrets that such a database was made with; 0.1.0 called its master key `1`, and a variable without an id still does. */
export const rightSecrets = ({ secrets }: Contents): ServiceSecrets => ({
  masterKeys: [{ key: fromHex(secrets.masterKey) }],
  codePepper: fromHex(secrets.codePepper),
  proxyKey: fromHex(secrets.proxyKey),
});

/** The same, as variables. */
export const rightVariables = ({ secrets }: Contents): Record<string, string> => ({
  LATCHKEY_MASTER_KEY: secrets.masterKey,
  LATCHKEY_CODE_PEPPER: secrets.codePepper,
  LATCHKEY_PROXY_KEY: secrets.proxyKey,
});
