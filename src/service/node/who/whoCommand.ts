import { listActivities } from '../../../contract/activities.queries.js';
import { getLoginState, searchUsers } from '../../../contract/loginState.queries.js';
import type { FoundUser } from '../../../contract/loginState.records.js';
import { getUser } from '../../../contract/users.queries.js';
import { listWalletAccounts, listWallets } from '../../../contract/wallets.queries.js';
import { asRootUser } from '../callerOf.js';
import type { ConfigEnvironment } from '../environment.js';
import { forTerminal, lineForTerminal } from '../forTerminal.js';
import type { Outputs } from '../outputs.js';
import type { RootCaller } from '../rootCaller.js';
import { type PersonFacts, sheetLines } from './sheet.js';

/**
 * `latchkey admin who TEXT`: who that is, whether they can log in, and if not, why and until when. Where the text leads to several, they are
 * listed, each with the id to ask for.
 *
 * @returns the exit code: 1 if nobody is found.
 */
export const whoCommand = (
  environment: ConfigEnvironment,
  { text, json }: { readonly text: string; readonly json: boolean },
  { print, say }: Outputs,
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    const { users, cursor } = await caller.ask(searchUsers, { query: text });
    const [found, ...others] = users;
    if (!found) {
      say(
        'Nobody is found: by e-mail address, phone number, id, credential id, public key or wallet address, each whole, or the beginning of a name.',
      );
      return 1;
    }
    if (others.length > 0) {
      for (const each of users) print(json ? forTerminal(JSON.stringify(each)) : lineForTerminal(lineOf(each)));
      say(`${users.length}${cursor === undefined ? '' : ' and more'} people: name one by the user id.`);
      return 0;
    }
    const person = await personOf(caller, found);
    if (json) print(forTerminal(JSON.stringify(person, null, 2)));
    else for (const line of sheetLines(person, Date.now())) print(lineForTerminal(line));
    return 0;
  });

async function personOf(caller: RootCaller, found: FoundUser): Promise<PersonFacts> {
  const { organizationId, userId } = found;
  const { user } = await caller.ask(getUser, { organizationId, userId });
  const { wallets } = await caller.ask(listWallets, { organizationId });
  const { accounts } = await caller.ask(listWalletAccounts, { organizationId, paginationOptions: { limit: '10' } });
  const { activities } = await caller.ask(listActivities, { organizationId, paginationOptions: { limit: '20' } });
  const state = await caller.ask(getLoginState, { organizationId, userId });
  return { found, state, user, wallets, accounts, activities };
}

const lineOf = ({ userId, organizationId, userName, userEmail, userPhoneNumber, foundBy }: FoundUser): string =>
  [userId, organizationId, foundBy.padEnd(22), userEmail ?? userPhoneNumber ?? '-', userName].join('  ');
