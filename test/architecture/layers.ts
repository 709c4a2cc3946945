/**
 * What a layer may import. From `layers` anything; from `types` only types. `packages` may be imported statically;
 * `lazily` only by `import()` or as types, so that they are loaded only when they are needed.
 */
export type Layer = { layers: string[]; types?: string[]; packages?: string[]; lazily?: string[] };

const kit = ['client', 'reading', 'stampers', 'sessions', 'crypto', 'contract', 'errors'];

/** Every layer and entry point by its name under src/, lowest layer first. */
export const layers: Record<string, Layer> = {
  errors: { layers: [] },
  contract: { layers: ['errors'], packages: ['valibot'] },
  crypto: { layers: ['errors'], lazily: ['@noble/curves', '@noble/hashes', '@scure/bip39'] },
  stampers: { layers: ['crypto', 'contract', 'errors'], lazily: ['@simplewebauthn/browser'] },
  sessions: { layers: ['crypto', 'contract', 'errors'] },
  reading: { layers: ['crypto', 'contract', 'errors'], lazily: ['micro-eth-signer'] },
  client: { layers: ['reading', 'stampers', 'sessions', 'crypto', 'contract', 'errors'] },
  login: { layers: ['client', 'sessions', 'contract', 'errors'] },
  adapters: { layers: ['client', 'reading', 'sessions', 'contract', 'crypto', 'errors'] },
  service: {
    layers: ['stampers', 'crypto', 'contract', 'errors'],
    packages: [
      ...['valibot', 'hono', '@hono/node-server', 'kysely', 'libsql', 'pg', 'sql.js', 'nodemailer'],
      ...['@noble/curves', '@noble/hashes', '@scure/base', '@scure/bip39', '@scure/btc-signer', 'micro-eth-signer'],
      ...['@bitauth/libauth', '@opentelemetry/api'],
      'jose',
    ],
  },
  // The stamp is for the request that checks whether a session was revoked.
  server: { layers: ['stampers', 'crypto', 'contract', 'errors'] },
  hooks: {
    layers: ['login', 'adapters', 'client', 'reading', 'sessions', 'contract', 'errors'],
    types: ['stampers'],
    packages: ['react', '@tanstack/react-query'],
  },
  components: {
    layers: ['hooks', 'login', 'reading'],
    types: ['client', 'sessions', 'contract', 'errors'],
    packages: ['react'],
    lazily: ['qr'],
  },
  embed: {
    layers: ['components', 'hooks', 'client'],
    types: ['sessions'],
    packages: ['react', 'react-dom'],
  },
  testing: { layers: [...kit, 'service'], packages: ['kysely', 'libsql', 'sql.js'] },
};

/** An entry point's rule: what it may re-export, and which packages its first load may include. */
export type EntryPoint = { layers: string[]; firstLoad: string[] };

/** Its peer packages are loaded when they are used, so that all missing ones can be named at once. */
const serviceFirstLoad = ['valibot'];

export const entryPoints: Record<string, EntryPoint> = {
  index: {
    layers: ['components', 'hooks', 'login', 'client', 'reading', 'stampers', 'sessions', 'contract', 'errors'],
    firstLoad: ['react', '@tanstack/react-query', 'valibot'],
  },
  client: { layers: ['login', ...kit], firstLoad: ['valibot'] },
  callback: { layers: ['client', 'errors'], firstLoad: [] },
  contract: { layers: ['contract', 'errors'], firstLoad: ['valibot'] },
  crypto: { layers: ['crypto', 'errors'], firstLoad: [] },
  ethereum: { layers: ['adapters', 'client'], firstLoad: ['valibot'] },
  wagmi: { layers: ['adapters'], firstLoad: ['valibot'] },
  solana: { layers: ['adapters', 'client'], firstLoad: ['valibot'] },
  'ethereum/react': {
    layers: ['hooks', 'adapters', 'client', 'reading'],
    firstLoad: ['react', '@tanstack/react-query', 'valibot'],
  },
  proofs: { layers: ['crypto'], firstLoad: [] },
  server: { layers: ['server', 'contract', 'errors'], firstLoad: ['valibot'] },
  service: { layers: ['service', 'crypto', 'contract', 'errors'], firstLoad: serviceFirstLoad },
  embed: { layers: ['embed'], firstLoad: ['react', 'react-dom', '@tanstack/react-query', 'valibot'] },
  testing: { layers: ['testing', 'service', 'errors'], firstLoad: serviceFirstLoad },
};

/** The program: the one entry point that runs instead of exporting. */
export const program = { path: 'bin.ts', layers: ['service', 'errors'] };

/** The files that may use Node; libsql is a Node add-on, and pg writes to a socket of Node. */
export function isNodeFile(path: string): boolean {
  return (
    path === program.path ||
    path === 'service/store/openLibsql.ts' ||
    path === 'service/store/guardPool.ts' ||
    path === 'server/replayStoreOfProcess.ts' ||
    path === 'testing/isNode.ts' ||
    /^service\/node(\/.+|[A-Z]\w*)?\.ts$/.test(path)
  );
}

/** Names that exist in Node only, and are typed everywhere because tests and scripts need them. */
export const nodeGlobals = ['process', 'Buffer', 'setImmediate', '__dirname', '__filename'];

/** Files that ask whether there is such a global, and do without it in a page. */
export const asksForGlobals = ['service/slices.ts'];

/** The largest number of lines of a file. */
export const maximumLines = 400;

/** Rows of the store and the wire, a file an area. One may use those before it. */
const records = [
  ...[
    'revisions',
    'loginRefusals',
    'statistics',
    'messages',
    'credentials',
    'authenticators',
    'oauth',
    'oauth2',
    'emailTemplates',
    'otp',
    'contacts',
    'users',
    'tags',
    'newUser',
    'organizations',
  ],
  ...[
    'proofs',
    'wallets',
    'privateKeys',
    'policies',
    'policyTexts',
    'policyCases',
    'deletedRows',
    'imports',
    'contracts',
    'invitations',
    'webhooks',
    'tvc',
  ],
];

/** What several areas share, each by its meaning. One may use those before it. */
const topics = [
  'messageTemplates',
  'codes',
  'mails',
  'providers',
  'preparedKeys',
  'calls',
  'signers',
  'logins',
  'simulation',
];

/**
 * The layers inside of the service, the lowest first, by the beginnings of paths under src/service/: the longest one decides. A file may
 * import from its own layer and from those on the lines before. Layers on one line do not import from each other.
 */
export const serviceLayers: string[][] = [
  [
    'primitives.ts',
    'peer.ts',
    'loopback.ts',
    'wipe.ts',
    'escapeHtml.ts',
    'cache.ts',
    'outbound.ts',
    'slices.ts',
    'steps.ts',
    'tracing.ts',
    'within.ts',
  ],
  ['ids.ts'],
  ['nodeAes256Gcm.ts'],
  ['nodeHpke.ts'],
  ['nodePrimitives.ts'],
  ['http/'],
  ['vault/', 'store/'],
  ['limits/', 'attestation/'],
  ['tools.ts'],
  ['failure.ts', 'delivery/'],
  ['identity/', 'captcha/'],
  ['configuration/'],
  ['templates/'],
  ['secrets/'],
  ['coordinator/callers/'],
  ...records.map((area) => [`coordinator/records/${area}.ts`]),
  ['coordinator/policy/'],
  ['coordinator/engine/votes/', 'coordinator/engine/handlers/'],
  ['coordinator/engine/record/'],
  ['coordinator/engine/admission/'],
  ['coordinator/engine/'],
  ...topics.map((topic) => [`coordinator/${topic}/`]),
  ['coordinator/operations/'],
  ['coordinator/'],
  ['proxy/'],
  ['createService.ts', 'makeParent.ts'],
  ['dev/'],
  ['node/'],
];
