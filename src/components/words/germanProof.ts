import type { ProofMessages } from '../proof/proofMessages.js';

/** The texts of the badge of a proof in German. */
export const germanProof: ProofMessages = {
  checking: 'Wird geprüft…',
  verified: ['Auf diesem Gerät geprüft: Diese Adresse wurde in ', ' erzeugt.'],
  unmeasured: 'In einer AWS\u2011Enklave signiert. In welcher, wurde nicht geprüft.',
  software: 'Vom Server dieser App signiert. Auf diesem Gerät geprüft.',
  none: 'Kein Nachweis.',
  failed: 'Dieser Nachweis passt nicht.',
  notChecked: 'Das ließ sich nicht prüfen.',
  tryAgain: 'Noch einmal versuchen',
  details: 'Einzelheiten',
  address: 'Adresse',
  path: 'Pfad',
  proved: 'Signiert',
  attested: 'Server gestartet',
  enclave: 'Server\u2011ID',
  root: 'Wurzel',
  reference: 'Referenz',
  expected: 'Erwartet',
  received: 'Erhalten',
  save: 'Bericht speichern',
};
