import { useUpdateAuthProxyConfig } from 'latchkey';
import { type FormEvent, type ReactElement, useState } from 'react';
import { awaitsOthers } from '../../parts/awaitsOthers.js';
import { LinesField, TextField } from '../../parts/fields.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { SubmitRow } from '../../parts/SubmitRow.js';
import { linesOf, madeFrom } from './config.js';
import type { Given } from './Section.js';

const nothing = { label: '', id: '', issuer: '', clientIds: '' };

/** Adds an OpenID Connect provider to those that are there. */
export function NewIssuer({ given: { config, refresh } }: { readonly given: Given }): ReactElement {
  const [draft, setDraft] = useState(nothing);
  const [note, setNote] = useState('');
  const update = useUpdateAuthProxyConfig({
    ...useFresh(),
    async onSuccess() {
      await refresh();
      setDraft(nothing);
      setNote('Added.');
    },
    onError: () => void refresh(),
  });
  const edit = (edits: Partial<typeof nothing>) => {
    setDraft({ ...draft, ...edits });
    setNote('');
    update.reset(); // it is another one, and the one that waits is under Approvals
  };
  const isWaiting = awaitsOthers(update.error);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    // Beside those that are there now: another operator may have added one.
    const now = (await refresh()).data?.authProxyConfig ?? config;
    const added = {
      id: draft.id.trim(),
      label: draft.label.trim(),
      issuer: draft.issuer.trim(),
      clientIds: linesOf(draft.clientIds),
    };
    update.mutate(madeFrom(now, { oidcIssuers: [...now.oidcIssuers, added] }));
  };
  return (
    <details>
      <summary>Add a provider</summary>
      <form className="form" onSubmit={add}>
        <TextField
          label="Provider’s name"
          hint="The login button shows it."
          required
          value={draft.label}
          onChange={(label) => edit({ label })}
        />
        <TextField
          label="Provider’s id"
          hint="Lower-case letters, digits and hyphens: how your code names it."
          required
          value={draft.id}
          onChange={(id) => edit({ id })}
        />
        <TextField
          label="Issuer"
          hint="The https address that its ID tokens name."
          type="url"
          required
          value={draft.issuer}
          onChange={(issuer) => edit({ issuer })}
        />
        <LinesField
          label="Provider’s client ids"
          hint="Of your app there: one a line, the web page’s first."
          value={draft.clientIds}
          onChange={(clientIds) => edit({ clientIds })}
        />
        <Outcome error={update.error} />
        <SubmitRow label="Add provider" isDisabled={update.isPending || isWaiting} note={note} />
      </form>
    </details>
  );
}
