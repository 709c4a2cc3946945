import type { Client } from '../client/createClient.js';
import { loadPart } from '../client/loadPart.js';
import type { WalletAccount } from '../contract/shapes.js';
import type { Session } from '../sessions/session.js';
import type { DeviceRecord } from './deviceRecord.js';
import { everyAccount } from './everyAccount.js';

/** Who is logged in, with the accounts of a chain, by their addresses. */
export type Connected<Address> = { readonly session: Session; readonly accounts: readonly Address[] };

/** Who is connected to a page. */
export type PageConnection<Address> = {
  /** `isAnew`: the accounts are listed again. Nobody, where nobody is logged in, or the page gave its access back. */
  readonly connected: (isAnew?: boolean) => Promise<Connected<Address> | undefined>;
  /** Gives the page access; where nobody is logged in, the person is asked to. @throws {ConfirmationError} */
  readonly connect: () => Promise<Connected<Address>>;
  /** Whoever is connected next is told of, also where they were logged in before anybody listened. */
  readonly expectConnection: () => void;
  /** Takes access back, on this device, until {@link connect}. */
  readonly revoke: () => Promise<void>;
  /** Tells what has changed since the last time. */
  readonly follow: () => Promise<void>;
};

/** Of which chain the accounts are, and who is told about them. */
export type ConnectionOptions<Address> = {
  /** The address of an account, if it is one of the chain. */
  readonly addressOf: (account: WalletAccount) => Address | undefined;
  /** Whose access was taken back on this device. */
  readonly revoked: DeviceRecord<string>;
  /** What the page was told before. `undefined`: nothing, so that what is there at first is no change. */
  readonly told?: readonly Address[] | undefined;
  /** Called with the accounts of a person when they were listed. */
  readonly onListed: (accounts: readonly Address[]) => void;
  /** Called when others are connected than before. */
  readonly onChange: (accounts: readonly Address[], before: readonly Address[]) => void;
};

/** Follows the session of a client: logins, logouts, in other tabs too. Nothing is read or requested before its first use. */
export function connectionOf<Address extends string>(
  client: Client,
  { addressOf, revoked, onListed, onChange, ...options }: ConnectionOptions<Address>,
): PageConnection<Address> {
  let listed: { readonly person: string; readonly accounts: Promise<readonly Address[]> } | undefined;
  let told = options.told;
  let telling: Promise<void> = Promise.resolve();

  /** The accounts of a person, listed once, or anew. */
  function accountsOf(session: Session, isAnew: boolean): Promise<readonly Address[]> {
    const person = personOf(session);
    if (listed?.person !== person || isAnew) {
      const accounts = listAccounts(session);
      const own = { person, accounts };
      listed = own;
      accounts.then(onListed, () => {
        if (listed === own) listed = undefined;
      });
    }
    return listed.accounts;
  }

  async function listAccounts(session: Session): Promise<readonly Address[]> {
    const found = new Set<Address>();
    for await (const account of everyAccount(client, { session })) {
      const address = addressOf(account);
      if (address !== undefined) found.add(address);
    }
    return [...found];
  }

  async function connected(isAnew = false): Promise<Connected<Address> | undefined> {
    const { active } = await client.sessions.current();
    if (!active || revoked.read() === personOf(active)) return undefined;
    return { session: active, accounts: await accountsOf(active, isAnew) };
  }

  async function tellChanges(): Promise<void> {
    const { accounts } = (await connected()) ?? { accounts: [] };
    const before = told;
    told = accounts;
    if (before !== undefined && String(before) !== String(accounts)) onChange(accounts, before);
  }

  // One after the other, so that what was told is what was last. What cannot be read now is told at the next change.
  const follow = () => {
    telling = telling.then(tellChanges).catch(() => {});
    return telling;
  };

  const expectConnection = () => {
    told ??= [];
  };

  return {
    connected,
    follow,
    expectConnection,
    async connect() {
      expectConnection();
      const { confirmationsOf } = await loadPart(import('../client/confirmations/confirmations.js'));
      const session = await confirmationsOf(client).login();
      if (revoked.read() === personOf(session)) revoked.write(undefined);
      const accounts = await accountsOf(session, true);
      await follow();
      return { session, accounts };
    },
    async revoke() {
      const { active } = await client.sessions.current();
      if (active) revoked.write(personOf(active));
      await follow();
    },
  };
}

const personOf = ({ organizationId, userId }: Session): string => `${organizationId} ${userId}`;
