import type { ReactElement } from 'react';
import { TextField } from '../../parts/fields.js';
import type { Config } from './config.js';
import { type Given, Section } from './Section.js';

const pagesOf = ({ loginUrl = '', recoveryUrl = '', supportContact = '' }: Config) => ({
  loginUrl,
  recoveryUrl,
  supportContact,
});

/** Where your own emails lead people, and whom they can ask. */
export function Pages({ given }: { readonly given: Given }): ReactElement {
  return (
    <Section
      given={given}
      title="Pages and support"
      about="Where an email from you leads a person who cannot log in, and whom people can ask."
      draftOf={pagesOf}
      changesOf={({ loginUrl, recoveryUrl, supportContact }) => ({
        loginUrl: loginUrl.trim(),
        recoveryUrl: recoveryUrl.trim(),
        supportContact: supportContact.trim(),
      })}
    >
      {(draft, edit) => (
        <>
          <TextField
            label="Login page"
            hint="The https address of your app’s page, on one of the allowed origins. Empty: none."
            type="url"
            value={draft.loginUrl}
            onChange={(loginUrl) => edit({ loginUrl })}
          />
          <TextField
            label="Recovery page"
            hint="The same, for people who have lost their way in. Empty: none."
            type="url"
            value={draft.recoveryUrl}
            onChange={(recoveryUrl) => edit({ recoveryUrl })}
          />
          <TextField
            label="Support"
            hint="An email or https address, shown to whoever is suspended. Empty: none."
            value={draft.supportContact}
            onChange={(supportContact) => edit({ supportContact })}
          />
        </>
      )}
    </Section>
  );
}
