import { walletAccountAnswers, walletAccountHandlers } from './accounts.js';
import { walletAnswers, walletHandlers } from './wallets.js';

export const walletsHandlers = {
  ...walletHandlers,
  ...walletAccountHandlers,
};

export const walletsAnswers = {
  ...walletAnswers,
  ...walletAccountAnswers,
};
