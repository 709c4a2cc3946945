'use client';
import type { PreparedSolTransfer, SolTransferToPrepare } from '../adapters/solana/solTransfer.js';
import { loadPart } from '../client/loadPart.js';
import { useKit } from './context.js';
import { useSession } from './useSession.js';

/** Prepares and sends SOL behind a review of the kit's own. What does it is loaded with the first transfer. */
export type SolTransfers = {
  /** @throws {SolanaError} */
  readonly prepare: (wanted: SolTransferToPrepare) => Promise<PreparedSolTransfer>;
  /** @returns the transaction's signature, in base58. @throws {SolanaError} */
  readonly send: (prepared: PreparedSolTransfer) => Promise<string>;
};

/** See {@link SolTransfers}. The person has confirmed what is sent: it is not asked again. */
export function useSolTransfers(): SolTransfers {
  const { client } = useKit();
  const { session } = useSession();
  return {
    prepare: async (wanted) => (await load()).prepareSolTransfer(client, wanted),
    send: async (prepared) => (await load()).sendSolTransfer(client, prepared, session),
  };
}

const load = () => loadPart(import('../adapters/solana/solTransfer.js'));
