import { findOidcProvider, type OidcProvider } from '../../src/service/node/exampleId/findOidcProvider.js';

/** The package that this repository has as a development dependency. */
export function oidcProvider(): OidcProvider {
  const load = findOidcProvider();
  if (!load) throw new Error('oidc-provider is not installed: npm ci brings it.');
  return load();
}
