import type { ProofMessages } from '../proof/proofMessages.js';

/** The texts of the badge of a proof in Spanish. */
export const spanishProof: ProofMessages = {
  checking: 'Comprobando…',
  verified: ['Comprobado en este dispositivo: esta dirección se creó dentro de ', '.'],
  unmeasured: 'Firmado en algún enclave de AWS. No se ha comprobado en cuál.',
  software: 'Firmado por el servidor de esta app. Comprobado en este dispositivo.',
  none: 'Sin prueba.',
  failed: 'Esta prueba no coincide.',
  notChecked: 'No se ha podido comprobar.',
  tryAgain: 'Intentar de nuevo',
  details: 'Detalles',
  address: 'Dirección',
  path: 'Ruta',
  proved: 'Firmado',
  attested: 'Inicio del servidor',
  enclave: 'Servidor',
  root: 'Raíz',
  reference: 'Referencia',
  expected: 'Esperado',
  received: 'Recibido',
  save: 'Guardar informe',
};
