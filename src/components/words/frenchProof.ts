import type { ProofMessages } from '../proof/proofMessages.js';

/** The texts of the badge of a proof in French. */
export const frenchProof: ProofMessages = {
  checking: 'Vérification…',
  verified: ['Vérifié sur cet appareil\u00a0: cette adresse a été créée dans ', '.'],
  unmeasured: 'Signé dans une enclave AWS. Laquelle, ce n’est pas vérifié.',
  software: 'Signé par le serveur de cette app. Vérifié sur cet appareil.',
  none: 'Aucune preuve.',
  failed: 'Cette preuve ne correspond pas.',
  notChecked: 'La vérification n’a pas abouti.',
  tryAgain: 'Réessayer',
  details: 'Détails',
  address: 'Adresse',
  path: 'Chemin',
  proved: 'Signé',
  attested: 'Démarrage du serveur',
  enclave: 'Serveur',
  root: 'Racine',
  reference: 'Référence',
  expected: 'Attendu',
  received: 'Reçu',
  save: 'Enregistrer le rapport',
};
