/** Items that wait in queues: one of each tenant, and in it one of each of its users. Tenants are served in turn, and so are users. */
export type Turns<Item> = {
  readonly add: (place: TurnPlace, item: Item) => void;
  readonly remove: (place: TurnPlace, item: Item) => void;
  /** Removes and returns the first that fits, of the tenant and the user whose turn it is. Only the first of a queue is looked at. */
  readonly take: (fits: (item: Item) => boolean) => Item | undefined;
  readonly waiting: (tenant: string) => number;
};

export type TurnPlace = { readonly tenant: string; readonly user: string };

export function createTurns<Item>(): Turns<Item> {
  /** Whose turn is next comes first. */
  const tenants = new Map<string, Map<string, Item[]>>();

  const remove = ({ tenant, user }: TurnPlace, item: Item) => {
    const users = tenants.get(tenant);
    const queue = users?.get(user);
    const at = queue?.indexOf(item) ?? -1;
    if (!users || !queue || at < 0) return;
    queue.splice(at, 1);
    if (queue.length === 0) users.delete(user);
    if (users.size === 0) tenants.delete(tenant);
  };

  return {
    add({ tenant, user }, item) {
      const users = tenants.get(tenant) ?? new Map<string, Item[]>();
      tenants.set(tenant, users);
      const queue = users.get(user) ?? [];
      users.set(user, queue);
      queue.push(item);
    },
    remove,
    take(fits) {
      for (const [tenant, users] of tenants) {
        for (const [user, [first]] of users) {
          if (first === undefined || !fits(first)) continue;
          remove({ tenant, user }, first);
          toEnd(users, user);
          toEnd(tenants, tenant);
          return first;
        }
      }
      return undefined;
    },
    waiting: (tenant) => [...(tenants.get(tenant)?.values() ?? [])].reduce((sum, { length }) => sum + length, 0),
  };
}

function toEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
