import type { ReactElement } from 'react';
import { Page, Part } from '../parts/Page.js';
import { type Place, To } from '../place.js';
import { Sent } from './messages/Sent.js';
import { TemplatePage } from './messages/TemplatePage.js';
import { Templates } from './messages/Templates.js';
import { SendTest } from './messages/TestMessage.js';

/** What people are sent: how it looks, whether it arrives, and what became of it. */
export default function Messages({ place: { rest } }: { readonly place: Place }): ReactElement {
  const [part, templateId] = rest;
  if (part === 'templates' && templateId !== undefined)
    return <TemplatePage key={templateId} templateId={templateId} />;
  return (
    <Page
      title="Messages"
      action={
        <To path="/messages/templates/new" className="button primary">
          New template
        </To>
      }
    >
      <Part title="Send a test">
        <p className="soft">It goes to your own verified email address or phone number, and to no other.</p>
        <div className="actions">
          <SendTest channel="EMAIL">Send a test email</SendTest>
          <SendTest channel="SMS">Send a test text message</SendTest>
        </div>
      </Part>
      <Templates />
      <Sent />
    </Page>
  );
}
