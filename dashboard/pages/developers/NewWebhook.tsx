import { useCreateWebhookEndpoint } from 'latchkey';
import { type FormEvent, type ReactElement, useState } from 'react';
import { TextField } from '../../parts/fields.js';
import { Outcome } from '../../parts/Outcome.js';
import { Sheet } from '../../parts/Sheet.js';
import { go } from '../../place.js';

/** Adds a webhook endpoint, and opens it. */
export function NewWebhook(): ReactElement {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const create = useCreateWebhookEndpoint({
    onSuccess: ({ endpointId }) => go(`/developers/webhooks/${endpointId}`, { replace: true }),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), url: url.trim() });
  };
  return (
    <Sheet title="Add a webhook" back="/developers">
      <form className="form" onSubmit={add}>
        <TextField label="Name" required value={name} onChange={setName} />
        <TextField
          label="URL"
          hint="Your server’s, https. Every activity of the organization and its sub-organizations is posted to it, signed."
          type="url"
          required
          value={url}
          onChange={setUrl}
        />
        <Outcome error={create.error} />
        <div className="actions">
          <button type="submit" className="primary" disabled={create.isPending}>
            Add webhook
          </button>
        </div>
      </form>
    </Sheet>
  );
}
