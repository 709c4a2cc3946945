import { translations } from './translations.js';

/** By their names. */
export type ShopWords = { readonly [Name in keyof typeof english]: string };

/** What the shop says to a person. The panes beside it are for developers, and in English. */
export type Words = ShopWords & { readonly locale: string };

const english = {
  welcome: 'Welcome to Acme',
  welcomeLead: 'Log in with any email address. The code lands in the inbox on this page.',
  byLink: 'Log in by a link',
  recover: 'Recover an account',
  allWays: 'Back',
  ending: 'You’ll be logged out in a minute.',
  ended: 'You’ve been logged out. Log in again.',
  tabs: 'Your account at Acme',
  wallet: 'Wallet',
  approvals: 'Approvals',
  account: 'Account',
  bobAsks: 'Bob is asking for two things…',
  bobLead: 'Bob shares this wallet. What he asks for waits for you.',
  askBobAgain: 'Let Bob ask again',
  logInAgain: 'Log out and in again, and Bob can ask.',
  getEther: 'Get 1 test ETH',
  etherCame: '1 ETH came.',
  backendTitle: 'Ask our backend',
  backendLead: 'Your key signs each request, and our server checks it by itself.',
  ask: 'Ask',
  known: 'Our backend knows you.',
  unknown: 'Our backend doesn’t know you.',
  proofFor: 'Signed for',
  proofAt: 'Signed at',
  proofOnce: 'Works once',
  proofUser: 'Your user id',
  failed: 'That didn’t work. Try again.',
  tryAgain: 'Try again',
};

/** @param language - a BCP 47 tag that the kit supports */
export const wordsOf = (language: string): Words => ({
  ...(translations[language] ?? english),
  locale: language,
});
