import { approveActivity } from '../../../src/contract/activities.js';
import { updateRootQuorum } from '../../../src/contract/organizations.js';
import { createUsers } from '../../../src/contract/users.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { asRootUser } from '../../../src/service/node/callerOf.js';
import type { ConfigEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';

/** From now on each activity needs a second root user's vote, too. @returns what gives it: to a fingerprint, or the one in a sentence */
export async function needSecondVote(environment: ConfigEnvironment): Promise<(named: string) => Promise<unknown>> {
  const { publicKey, privateKey: rootKey } = (await freshSecrets()).rootApiKey;
  await asRootUser(environment, async (caller) => {
    const { userId } = await caller.ask(whoami, {});
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const { result } = await caller.submit(createUsers, {
      users: [{ userName: 'Bob', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }],
    });
    const [bobId = ''] = (result as { createUsersResult: { userIds: string[] } }).createUsersResult.userIds;
    await caller.submit(updateRootQuorum, { threshold: 2, userIds: [userId, bobId] });
  });
  return (named) => {
    const fingerprint = /sha256:[0-9a-f]{64}/.exec(named)?.[0] ?? '';
    return asRootUser({ ...environment, rootKey }, (caller) => caller.submit(approveActivity, { fingerprint }));
  };
}
