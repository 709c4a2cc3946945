export { type AccountOfOptions, useAccountOf } from '../hooks/ethereumAccounts.js';
