import type { Row } from '../../store/schema.js';
import type { WalletFacts } from './context.js';

/** A wallet as policies see it. */
export const walletFacts = (
  wallet: Pick<Row<'wallets'>, 'wallet_id' | 'wallet_name' | 'imported' | 'exported'>,
): WalletFacts => ({
  id: wallet.wallet_id,
  imported: wallet.imported === 1,
  exported: wallet.exported === 1,
  label: wallet.wallet_name,
});
