#!/usr/bin/env node
// The program `latchkey`, beside every package that it may need. Its manifest says where it is: importing it runs it, so it is no
// entrance of the package.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const manifest = require.resolve('latchkey/package.json');
const { bin } = require(manifest);
process.env.DASHBOARD_FILES ??= join(import.meta.dirname, 'dist/dashboard');
await import(pathToFileURL(join(manifest, '..', bin.latchkey)));
