import type { ReactElement } from 'react';
import { Page } from '../parts/Page.js';
import { type Place, To } from '../place.js';
import { Features } from './developers/Features.js';
import { Keys } from './developers/Keys.js';
import { Contracts, Oauth2Credentials, TvcApps } from './developers/lists.js';
import { NewWebhook } from './developers/NewWebhook.js';
import { Webhook } from './developers/Webhook.js';
import { Webhooks } from './developers/Webhooks.js';

/** What an app and its servers need: ids, keys, webhooks, and what was uploaded for them. */
export default function Developers({ place: { rest } }: { readonly place: Place }): ReactElement {
  const [area, id] = rest;
  const opened = area === 'webhooks' ? id : undefined;
  const addEndpoint = (
    <To path="/developers/webhooks/new" className="button primary">
      Add webhook
    </To>
  );
  return (
    <Page title="Developers" action={addEndpoint}>
      <Keys />
      <Webhooks opened={opened} />
      <Oauth2Credentials />
      <Contracts />
      <Features />
      <TvcApps />
      {opened === 'new' && <NewWebhook />}
      {opened !== undefined && opened !== 'new' && <Webhook key={opened} id={opened} />}
    </Page>
  );
}
