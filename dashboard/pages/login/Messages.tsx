import type { ReactElement } from 'react';
import { TextField } from '../../parts/fields.js';
import type { Config } from './config.js';
import { type Given, Section } from './Section.js';

const messagesOf = ({ emailCustomizationParams: { appName, logoUrl = '' }, ...config }: Config) => ({
  appName,
  logoUrl,
  senderName: config.sendFromEmailSenderName ?? '',
  sender: config.sendFromEmailAddress ?? '',
  replyTo: config.replyToEmailAddress ?? '',
});

/** Whose name stands on emails. */
export function Messages({ given }: { readonly given: Given }): ReactElement {
  return (
    <Section
      given={given}
      title="Messages"
      about="What emails call your app, and who they come from."
      draftOf={messagesOf}
      changesOf={({ appName, logoUrl, senderName, sender, replyTo }) => ({
        emailCustomizationParams: { appName: appName.trim(), logoUrl: logoUrl.trim() },
        sendFromEmailSenderName: senderName.trim(),
        sendFromEmailAddress: sender.trim(),
        replyToEmailAddress: replyTo.trim(),
      })}
    >
      {(draft, edit) => (
        <>
          <TextField
            label="App name"
            hint="Emails, texts and login screens show it."
            required
            value={draft.appName}
            onChange={(appName) => edit({ appName })}
          />
          <TextField
            label="Logo"
            hint="An https address of a PNG, shown within 340 × 124 pixels. Empty: none."
            type="url"
            value={draft.logoUrl}
            onChange={(logoUrl) => edit({ logoUrl })}
          />
          <TextField label="Sender’s name" value={draft.senderName} onChange={(senderName) => edit({ senderName })} />
          <TextField
            label="Sender’s address"
            hint="Your mail server must be allowed to send from it. Empty: the service’s own."
            type="email"
            value={draft.sender}
            onChange={(sender) => edit({ sender })}
          />
          <TextField label="Reply to" type="email" value={draft.replyTo} onChange={(replyTo) => edit({ replyTo })} />
        </>
      )}
    </Section>
  );
}
