import { outboxState } from '../../delivery/outboxState.js';
import type { Tools } from '../../tools.js';
import type { Running } from '../startServer.js';
import { databaseFamily, listenFamilies, outboxFamilies, processFamilies, storeFamilies } from './state.js';
import type { Family } from './text.js';

/** All metrics of a running service at one moment. It sends the database one short query. */
export async function serviceFamilies(
  tools: Tools,
  { state }: Pick<Running, 'state'>,
  counted: readonly { readonly families: () => readonly Family[] }[],
): Promise<readonly Family[]> {
  const stored = tools.store.state(); // before this query waits for a connection itself
  const outbox = await outboxState(tools).catch(() => undefined);
  return [
    ...counted.flatMap(({ families }) => families()),
    ...listenFamilies(state()),
    ...storeFamilies(stored),
    databaseFamily(outbox !== undefined),
    ...(outbox ? outboxFamilies(outbox) : []),
    ...processFamilies(),
  ];
}
