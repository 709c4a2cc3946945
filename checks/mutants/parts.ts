import { bundles } from './list/bundles.js';
import { codeLimits } from './list/codeLimits.js';
import { codes } from './list/codes.js';

import { credentials } from './list/credentials.js';
import { engine } from './list/engine.js';
import { oauth } from './list/oauth.js';
import { oauthPage } from './list/oauthPage.js';
import { passkeyMutants } from './list/passkeys.js';
import { people } from './list/people.js';
import { policy } from './list/policy.js';
import { proxyMutants } from './list/proxy.js';
import { sessions } from './list/sessions.js';
import { transfer } from './list/transfer.js';
import { votes } from './list/votes.js';
import { webhooks } from './list/webhooks.js';
import type { Mutant } from './mutant.js';

/** Every mutant, by the part of the check that it belongs to. */
export const parts: Readonly<Record<string, readonly Mutant[]>> = {
  policy,
  engine: [...engine, ...votes],
  credentials: [...credentials, ...passkeyMutants],
  codes: [...codes, ...codeLimits],
  transfer,
  people: [...people, ...proxyMutants],
  sessions,
  oauth: [...oauth, ...oauthPage],
  webhooks,
  bundles,
};
