/**
 * What a room may receive. `rooms` may be imported from; of `types` only types. `packages` may be named outright;
 * `lazily` only by `import()` or as types, so that nobody pays for them before they are needed.
 */
export type Room = { rooms: string[]; types?: string[]; packages?: string[]; lazily?: string[] };

const kit = ['client', 'stampers', 'sessions', 'crypto', 'contract', 'errors'];

/** Every room and entrance by its name under src/, lowest floor first. */
export const floors: Record<string, Room> = {
  errors: { rooms: [] },
  contract: { rooms: ['errors'], packages: ['valibot'] },
  crypto: { rooms: ['errors'], lazily: ['@noble/curves', '@noble/hashes'] },
  stampers: { rooms: ['crypto', 'contract', 'errors'] },
  sessions: { rooms: ['crypto', 'contract', 'errors'] },
  client: { rooms: ['stampers', 'sessions', 'crypto', 'contract', 'errors'] },
  login: { rooms: ['client', 'sessions', 'contract', 'errors'] },
  service: {
    rooms: ['stampers', 'crypto', 'contract', 'errors'],
    packages: [
      ...['valibot', 'hono', '@hono/node-server', 'kysely', 'libsql', 'pg', 'sql.js', 'nodemailer'],
      ...['@noble/curves', '@noble/hashes', '@scure/bip39', '@bitauth/libauth'],
    ],
  },
  // The stamp is for asking the coordinator whether a session was revoked.
  server: { rooms: ['stampers', 'crypto', 'contract', 'errors'] },
  hooks: { rooms: ['login', 'client', 'sessions', 'contract', 'errors'], packages: ['react', '@tanstack/react-query'] },
  components: { rooms: ['hooks', 'login'], types: ['client', 'contract', 'errors'], packages: ['react'] },
  testing: { rooms: [...kit, 'service'], packages: ['kysely', 'libsql', 'sql.js', '@scure/bip39'] },
};

/** An entrance's own table: what it may re-export, and which packages its first load may bring along. */
export type Entrance = { rooms: string[]; firstLoad: string[] };

/** Its peers come only when they are used, so that all that are missing can be named at once. */
const serviceFirstLoad = ['valibot'];

export const entrances: Record<string, Entrance> = {
  index: {
    rooms: ['components', 'hooks', 'login', 'client', 'sessions', 'contract', 'errors'],
    firstLoad: ['react', '@tanstack/react-query', 'valibot'],
  },
  client: { rooms: ['login', ...kit], firstLoad: ['valibot'] },
  contract: { rooms: ['contract', 'errors'], firstLoad: ['valibot'] },
  crypto: { rooms: ['crypto', 'errors'], firstLoad: [] },
  server: { rooms: ['server', 'contract', 'errors'], firstLoad: ['valibot'] },
  service: { rooms: ['service', 'contract', 'errors'], firstLoad: serviceFirstLoad },
  testing: { rooms: ['testing', 'service', 'errors'], firstLoad: serviceFirstLoad },
};

/** The program: the one entrance that runs instead of exporting. */
export const program = { path: 'bin.ts', rooms: ['service', 'errors'] };

/** The files that know they run in Node; libsql is an add-on of Node's. */
export function isNodeFile(path: string): boolean {
  return (
    path === program.path ||
    path === 'service/store/openLibsql.ts' ||
    path === 'server/replayStoreOfProcess.ts' ||
    path === 'testing/isNode.ts' ||
    /^service\/node(\/.+|[A-Z]\w*)?\.ts$/.test(path)
  );
}

/** Names that exist in Node only, and are typed everywhere because tests and scripts need them. */
export const nodeGlobals = ['process', 'Buffer', 'setImmediate', '__dirname', '__filename'];

/** A file longer than this has more than one thought. */
export const maximumLines = 250;
