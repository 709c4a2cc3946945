import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The pages of docs/ name the package as an app does, and have one React with it. */
export const aliases: { find: string | RegExp; replacement: string }[] = [
  { find: 'latchkey/styles.css', replacement: join(root, 'src/components/styles.css') },
  { find: 'latchkey/wallet.css', replacement: join(root, 'src/components/wallet/wallet.css') },
  { find: /^latchkey\/(account|transfer)\.css$/, replacement: join(root, 'src/components/$1/$1.css') },
  { find: /^latchkey\/(.+)$/, replacement: join(root, 'src/$1.ts') },
  { find: /^latchkey$/, replacement: join(root, 'src/index.ts') },
  { find: /^(react|react-dom)(?=\/|$)/, replacement: join(root, 'node_modules/$1') },
];
