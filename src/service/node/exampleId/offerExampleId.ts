import { isDeepStrictEqual } from 'node:util';
import { updateAuthProxyConfig } from '../../../contract/authProxy.js';
import { getAuthProxyConfig } from '../../../contract/authProxy.queries.js';
import type { RootCaller } from '../rootCaller.js';

/** What the provider knows the app by. */
export const exampleClientId = 'latchkey-demo';

const id = 'example';

/** Where the provider answers, and where it may send people back to. */
type Offer = { readonly issuer: string; readonly redirectUrls: readonly string[] };

/** Names the provider in the development service's configuration, beside what is there already; without an offer it is taken out. */
export async function offerExampleId(root: RootCaller, offer: Offer | undefined): Promise<void> {
  const { authProxyConfig } = await root.ask(getAuthProxyConfig, {});
  const { oidcIssuers, oauthRedirectUrls } = authProxyConfig;
  const own = offer ? [{ id, issuer: offer.issuer, clientIds: [exampleClientId], label: 'Example ID' }] : [];
  const redirectUrls = offer?.redirectUrls ?? [];
  const wanted = {
    oidcIssuers: [...own, ...oidcIssuers.filter((issuer) => issuer.id !== id)],
    oauthRedirectUrls: [...redirectUrls, ...oauthRedirectUrls.filter((url) => !redirectUrls.includes(url))].slice(
      0,
      20,
    ),
  };
  if (isDeepStrictEqual(wanted, { oidcIssuers, oauthRedirectUrls })) return;
  await root.submit(updateAuthProxyConfig, wanted);
}
