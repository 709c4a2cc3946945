'use client';
import { catalogueHook } from '../catalogue.js';
import type { ProofMessages } from './proofMessages.js';

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

/** The texts of the badge of a proof. */
export const useProofWords = catalogueHook<ProofMessages>(proofEnglish, {
  de: async () => (await import('../words/germanProof.js')).germanProof,
  fr: async () => (await import('../words/frenchProof.js')).frenchProof,
  es: async () => (await import('../words/spanishProof.js')).spanishProof,
  pt: async () => (await import('../words/portugueseProof.js')).portugueseProof,
  ja: async () => (await import('../words/japaneseProof.js')).japaneseProof,
  'zh-Hans': async () => (await import('../words/chineseProof.js')).chineseProof,
  ar: async () => (await import('../words/arabicProof.js')).arabicProof,
});
