'use client';
import { catalogueHook } from '../catalogue.js';
import type { ProofMessages } from '../english/proofMessages.js';

/** The texts of the badge of a proof in English. */
export const proofEnglish: ProofMessages = {
  checking: 'Checking…',
  verified: ['Checked on this device: this address was made inside ', '.'],
  unmeasured: 'Signed inside some AWS enclave. Which one was not checked.',
  software: 'Signed by this app’s own server. Checked on this device.',
  none: 'No proof.',
  failed: 'This proof doesn’t match.',
  notChecked: 'This couldn’t be checked.',
  tryAgain: 'Try again',
  details: 'Details',
  address: 'Address',
  path: 'Path',
  proved: 'Signed',
  attested: 'Server started',
  enclave: 'Server',
  root: 'Root',
  reference: 'Reference',
  expected: 'Expected',
  received: 'Received',
  save: 'Save report',
};

/** The texts of the badge of a proof: those of a language stand beside the account's, where most badges are. */
export const useProofWords = catalogueHook<ProofMessages>(proofEnglish, {
  de: async () => (await import('../words/germanAccount.js')).germanProof,
  fr: async () => (await import('../words/frenchAccount.js')).frenchProof,
  es: async () => (await import('../words/spanishAccount.js')).spanishProof,
  pt: async () => (await import('../words/portugueseAccount.js')).portugueseProof,
  ja: async () => (await import('../words/japaneseAccount.js')).japaneseProof,
  'zh-Hans': async () => (await import('../words/chineseAccount.js')).chineseProof,
  ar: async () => (await import('../words/arabicAccount.js')).arabicProof,
});
