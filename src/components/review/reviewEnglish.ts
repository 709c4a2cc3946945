import type { ReviewMessages } from './reviewMessages.js';

/** In English. */
export const reviewEnglish: ReviewMessages = {
  count: (at, of) => `${at} of ${of}`,
  close: 'Close',
  confirm: 'Confirm',
  sign: 'Sign',
  signMessage: 'Sign a message',
  logIn: (app) => `Log in to ${app}`,
  unreadable: 'Sign something we can’t read',
  deploy: 'Create a contract',
  delegate: 'Let a contract act as you',
  from: 'From',
  to: 'To',
  network: 'Network',
  amount: 'Amount',
  fee: 'Fee',
  atMost: (amount) => `at most ${amount}`,
  text: 'What you sign',
  readToTheEnd: 'Read to the end to continue.',
  dangers: {
    UNREADABLE: 'We can’t tell what this does. It may take everything in this account.',
    UNLIMITED: 'They could take all of this token, at any time.',
    ALL_TOKENS: 'They could take all tokens of this contract, now and later.',
    DELEGATION: 'Its code could take everything in this account.',
    DEPLOYMENT: 'We can’t tell what this contract does.',
    TOKEN_CONTRACT_RECEIVES: 'This goes to the token’s own contract. It would be lost.',
    OTHER_CHAIN: 'This is for another network than the one you use here.',
  },
  understand: 'I understand',
  firstTime: 'first time',
};
