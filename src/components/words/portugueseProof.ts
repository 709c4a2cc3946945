import type { ProofMessages } from '../proof/proofMessages.js';

/** The texts of the badge of a proof in Portuguese. */
export const portugueseProof: ProofMessages = {
  checking: 'Verificando…',
  verified: ['Verificado neste aparelho: este endereço foi criado dentro de ', '.'],
  unmeasured: 'Assinado em algum enclave da AWS. Qual deles não foi verificado.',
  software: 'Assinado pelo servidor deste app. Verificado neste aparelho.',
  none: 'Sem prova.',
  failed: 'Esta prova não confere.',
  notChecked: 'Não foi possível verificar.',
  tryAgain: 'Tentar de novo',
  details: 'Detalhes',
  address: 'Endereço',
  path: 'Caminho',
  proved: 'Assinado',
  attested: 'Início do servidor',
  enclave: 'Servidor',
  root: 'Raiz',
  reference: 'Referência',
  expected: 'Esperado',
  received: 'Recebido',
  save: 'Salvar relatório',
};
