import { checkPeers } from '../service/peer.js';

/**
 * Checks that every package of an in-memory service is installed, before anything starts.
 *
 * @throws {PeerError} PEER_MISSING, with one command that installs them.
 */
export async function checkTestPackages({ inPage, hasStore }: { inPage: boolean; hasStore: boolean }): Promise<void> {
  const database: Record<string, () => Promise<unknown>> = inPage
    ? { 'sql.js': () => import('sql.js') }
    : { libsql: () => import('libsql') };
  await checkPeers({
    kysely: () => import('kysely'),
    ...(hasStore ? {} : database),
  });
}
