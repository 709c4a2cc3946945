const aRow = {
  'contract/wallets.ts':
    "import { activity } from './row.js';\nexport const createWallet = activity({ name: 'create_wallet', versions: { V1: {} } });",
  'contract/row.ts': '',
};

/** An expected fault, and the source tree, by path and text, that must have it. */
export const wrongTrees: [fault: string, tree: Record<string, string>][] = [
  [
    'crypto/a.ts imports @noble/curves/p256.js: only by import(), or as a type',
    { 'crypto/a.ts': "import { p256 } from '@noble/curves/p256.js';" },
  ],
  [
    'crypto/a.ts imports (computed): an import is written out, so that it can be checked',
    { 'crypto/a.ts': 'export const a = (name: string) => import(name);' },
  ],
  [
    'crypto/a.ts imports ./absent.js: crypto/absent.js is not a module of src',
    { 'crypto/a.ts': "import { b } from './absent.js';" },
  ],
  [
    'crypto/a.ts imports ../../test/b.js: ../test/b.js is not a module of src',
    { 'crypto/a.ts': "import { b } from '../../test/b.js';" },
  ],
  [
    'service/a.ts imports ../client.js: nobody imports an entry point',
    { 'client.ts': '', 'service/a.ts': "import { b } from '../client.js';" },
  ],
  [
    'service/b.ts imports ../client/a.js: client is not allowed here',
    { 'client/a.ts': '', 'service/b.ts': "import '../client/a.js';" },
  ],
  [
    'client/a.ts imports ../login/b.js: login is not allowed here',
    { 'login/b.ts': '', 'client/a.ts': "import '../login/b.js';" },
  ],
  [
    'sessions/a.ts imports ../login/b.js: login is not allowed here',
    { 'login/b.ts': '', 'sessions/a.ts': "import type { B } from '../login/b.js';" },
  ],
  [
    'login/a.ts imports ../hooks/b.js: hooks is not allowed here',
    { 'hooks/b.ts': '', 'login/a.ts': "import '../hooks/b.js';" },
  ],
  ['login/a.ts imports react: react is not for this layer', { 'login/a.ts': "import { useState } from 'react';" }],
  [
    'components/a.ts imports ../errors.js: only types of errors are allowed here',
    { 'errors.ts': '', 'components/a.ts': "import { E } from '../errors.js';" },
  ],
  [
    'components/a.ts imports ./styles.css: components/styles.css is not a module of src',
    { 'components/styles.css': '', 'components/a.ts': "import './styles.css';" },
  ],
  ['utils/a.ts is in no layer', { 'utils/a.ts': '' }],
  [
    'client/a and client/b need each other: client/a/one.ts imports ../b/two.js',
    {
      'client/a/one.ts': "import type { Two } from '../b/two.js';",
      'client/b/two.ts': "import '../c/three.js';",
      'client/c/three.ts': "import '../a/four.js';",
      'client/a/four.ts': '',
    },
  ],
  ['helpers.ts is in no layer', { 'helpers.ts': '' }],
  ['crypto/table.json is in no layer', { 'crypto/table.json': '' }],
  [
    'service/a.ts imports node:fs: only for the files made for Node',
    { 'service/a.ts': "import { readFileSync } from 'node:fs';" },
  ],
  ['service/a.ts imports fs: fs is not for this layer', { 'service/a.ts': "import { readFileSync } from 'fs';" }],
  ['service/a.ts names process, which only Node has', { 'service/a.ts': 'export const a = process.env.A;' }],
  [
    'service.ts loads node:fs from the start, by service/node.ts',
    { 'service.ts': "export { a } from './service/node.js';", 'service/node.ts': "import 'node:fs';" },
  ],
  [
    'index.ts loads pg from the start, by hooks/a.ts',
    { 'index.ts': "export { a } from './hooks/a.js';", 'hooks/a.ts': "'use client';\nimport 'react';\nimport 'pg';" },
  ],
  ['client.ts does more than name its exports', { 'client.ts': 'export const a = 1;' }],
  [
    "client.ts exports all of ./client/a.js, which holds no area's rows or hooks",
    { 'client.ts': "export * from './client/a.js';", 'client/a.ts': '' },
  ],
  [
    "contract.ts exports all of ./contract/fields.js, which holds no area's rows or hooks",
    {
      'contract.ts': "export * from './contract/users.js';\nexport * from './contract/fields.js';",
      'contract/rows.ts': "import * as users from './users.js';\nexport const rows = { ...users };",
      'contract/users.ts': '',
      'contract/fields.ts': '',
    },
  ],
  ['crypto/a.ts passes ./b.js on', { 'crypto/a.ts': "export { b } from './b.js';", 'crypto/b.ts': '' }],
  ['crypto/a.ts passes b on', { 'crypto/a.ts': "import { b } from './b.js';\nexport { b };", 'crypto/b.ts': '' }],
  [
    'crypto/a.ts → crypto/b.ts → crypto/a.ts',
    { 'crypto/b.ts': "import './a.js';", 'crypto/a.ts': "import { type B } from './b.js';" },
  ],
  [
    'crypto/a.ts → crypto/b.ts → crypto/a.ts',
    { 'crypto/a.ts': "import './b.js';", 'crypto/b.ts': "import type { A } from './a.js';" },
  ],
  ['crypto/a.ts → crypto/a.ts', { 'crypto/a.ts': "import './a.js';" }],
  ["hooks/a.ts must begin with 'use client'", { 'hooks/a.ts': "import { useState } from 'react';" }],
  ["hooks/a.ts must begin with 'use client'", { 'hooks/a.ts': "import { useQuery } from '@tanstack/react-query';" }],
  [
    "hooks/a.ts must begin with 'use client'",
    { 'hooks/a.ts': "import { b } from './b.js';", 'hooks/b.ts': "'use client';\nimport 'react';" },
  ],
  ["hooks/a.ts must begin with 'use client'", { 'hooks/a.ts': "import 'react';\n'use client';" }],
  [
    "hooks/a.ts has no use for 'use client'",
    { 'hooks/a.ts': "'use client';\nimport type { ReactNode } from 'react';" },
  ],
  ["client/a.ts has no use for 'use client'", { 'client/a.ts': "'use client';" }],
  ['crypto/a.ts has 401 lines', { 'crypto/a.ts': '\n'.repeat(401) }],
  ['client/a.ts calls Math.random', { 'client/a.ts': 'export const jitter = () => Math.random();' }],
  ['client/a.ts calls URL.canParse', { 'client/a.ts': "export const isUrl = URL.canParse('x:');" }],
  ['service/elsewhere/a.ts is in no layer of the service', { 'service/elsewhere/a.ts': '' }],
  ['service/stray.ts is in no layer of the service', { 'service/stray.ts': '' }],
  [
    'service/store/a.ts imports ../tools.js: tools.ts is not below store/',
    { 'service/tools.ts': '', 'service/store/a.ts': "import type { Clock } from '../tools.js';" },
  ],
  [
    'service/vault/a.ts imports ../store/b.js: store/ is not below vault/',
    { 'service/store/b.ts': '', 'service/vault/a.ts': "import '../store/b.js';" },
  ],
  [
    'service/http/a.ts imports ../store/b.js: store/ is not below http/',
    { 'service/store/b.ts': '', 'service/http/a.ts': "import { b } from '../store/b.js';" },
  ],
  [
    'service/delivery/a.ts imports ../coordinator/codes/b.js: coordinator/codes/ is not below delivery/',
    { 'service/coordinator/codes/b.ts': '', 'service/delivery/a.ts': "import '../coordinator/codes/b.js';" },
  ],
  [
    'service/configuration/a.ts imports ../proxy/b.js: proxy/ is not below configuration/',
    { 'service/proxy/b.ts': '', 'service/configuration/a.ts': "import type { B } from '../proxy/b.js';" },
  ],
  [
    'service/coordinator/engine/a.ts imports ../handlers.js: coordinator/ is not below coordinator/engine/',
    { 'service/coordinator/handlers.ts': '', 'service/coordinator/engine/a.ts': "import '../handlers.js';" },
  ],
  [
    'service/coordinator/policy/a.ts imports ../engine/b.js: coordinator/engine/ is not below coordinator/policy/',
    { 'service/coordinator/engine/b.ts': '', 'service/coordinator/policy/a.ts': "import '../engine/b.js';" },
  ],
  [
    'service/coordinator/records/credentials.ts imports ./users.js: coordinator/records/users.ts is not below coordinator/records/credentials.ts',
    {
      'service/coordinator/records/users.ts': '',
      'service/coordinator/records/credentials.ts': "import './users.js';",
    },
  ],
  [
    'service/coordinator/codes/a.ts imports ../operations/organizations/b.js: coordinator/operations/ is not below coordinator/codes/',
    {
      'service/coordinator/operations/organizations/b.ts': '',
      'service/coordinator/codes/a.ts': "import '../operations/organizations/b.js';",
    },
  ],
  [
    'service/proxy/a.ts imports ../node/b.js: node/ is not below proxy/',
    { 'service/node/b.ts': '', 'service/proxy/a.ts': "import '../node/b.js';" },
  ],
  [
    'service/coordinator/operations/organizations/a.ts imports ../wallets/createB.js: an operation of wallets',
    {
      'service/coordinator/operations/wallets/createB.ts': '',
      'service/coordinator/operations/organizations/a.ts': "import { createB } from '../wallets/createB.js';",
    },
  ],
  [
    'service/coordinator/operations/tvc.ts imports ./wallets.js: an operation of wallets',
    {
      'service/coordinator/operations/wallets.ts': '',
      'service/coordinator/operations/tvc.ts': "import './wallets.js';",
    },
  ],
  [
    'hooks/a.ts names create_wallet, which contract/wallets.ts does',
    { ...aRow, 'hooks/a.ts': "export const again = ['create_wallet'];" },
  ],
  [
    'service/http/a.ts names create_wallet, which contract/wallets.ts does',
    { ...aRow, 'service/http/a.ts': "export const path = '/public/v1/submit/create_wallet';" },
  ],
  [
    'contract/list.ts names ACTIVITY_TYPE_CREATE_WALLET, which contract/wallets.ts does',
    { ...aRow, 'contract/list.ts': "export const list = { ACTIVITY_TYPE_CREATE_WALLET: ['list_wallets'] };" },
  ],
  [
    'Token is exported by reading/a.ts and service/b.ts',
    { 'reading/a.ts': 'export type Token = string;', 'service/b.ts': 'export interface Token {}' },
  ],
  [
    'answer is exported by client/a.ts and server/b.ts',
    {
      'client/a.ts': 'export const { reply: answer, others: [one] } = made;',
      'server/b.ts': 'const said = 1;\nexport { said as answer };',
    },
  ],
  [
    'broadcast is exported by adapters/ethereum/broadcast.ts and adapters/solana/broadcast.ts and adapters/third.ts',
    {
      'adapters/ethereum/broadcast.ts': 'export async function broadcast() {}',
      'adapters/solana/broadcast.ts': 'export const broadcast = 1;',
      'adapters/third.ts': 'export class broadcast {}',
    },
  ],
];
