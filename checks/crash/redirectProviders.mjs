// Loaded into a service before it starts (`node --import`). It redirects requests to X and Discord to
// CHECK_PROVIDER_AT, and sets the clock CHECK_CLOCK_AHEAD_MS ahead.
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const { CHECK_PROVIDER_AT: provider = '', CHECK_CLOCK_AHEAD_MS: aheadMs = '0' } = process.env;
const paths = {
  'https://api.x.com/2/oauth2/token': '/x/token',
  'https://api.x.com/2/users/me': '/x/user',
  'https://discord.com/api/oauth2/token': '/discord/token',
  'https://discord.com/api/users/@me': '/discord/user',
};

https.request = (url, { lookup: _, ...options }, onAnswer) => {
  const path = paths[String(url)];
  if (path === undefined) throw new Error(`Nobody answers at ${url}.`);
  return http.request(provider + path, options, onAnswer);
};
syncBuiltinESMExports();

const { now } = Date;
Date.now = () => now() + Number(aheadMs);
