#!/usr/bin/env node
const { main } = await import('./service/node/cli.js');
await main();
