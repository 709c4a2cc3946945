import { type Context, createContext } from 'react';
import type { Service } from '../operator.js';

/** The service that this dashboard is for. */
export const ServiceContext: Context<Service> = createContext<Service>({
  organizationId: '',
  authProxyConfigId: null,
  trust: {
    signerPublicKey: '',
    notarizerPublicKey: '',
    tlsFetcherSignPublicKey: '',
    tlsFetcherEncryptPublicKey: '',
  },
});
