import { useCreateOauth2Credential } from 'latchkey';
import type { Oauth2Provider } from 'latchkey/contract';
import { sealClientSecret } from 'latchkey/crypto';
import { type FormEvent, type ReactElement, useContext, useRef, useState } from 'react';
import { awaitsOthers } from '../../parts/awaitsOthers.js';
import { Field, TextField } from '../../parts/fields.js';
import { Outcome } from '../../parts/Outcome.js';
import { SubmitRow } from '../../parts/SubmitRow.js';
import { ServiceContext } from '../../parts/service.js';

/** The providers whose apps have a client secret, as people know them. */
export const oauth2Providers: Readonly<Record<Oauth2Provider, string>> = {
  OAUTH2_PROVIDER_X: 'X',
  OAUTH2_PROVIDER_DISCORD: 'Discord',
};

type NewCredentialProps = { readonly refresh: () => Promise<unknown> };

/** Adds an app at X or Discord. Its client secret is read from its field when it is sent, sealed, and nowhere kept. */
export function NewOauth2Credential({ refresh }: NewCredentialProps): ReactElement {
  const { trust } = useContext(ServiceContext);
  const [provider, setProvider] = useState<Oauth2Provider>('OAUTH2_PROVIDER_X');
  const [clientId, setClientId] = useState('');
  const [note, setNote] = useState('');
  const secret = useRef<HTMLInputElement>(null);
  const emptySecret = () => {
    if (secret.current) secret.current.value = '';
  };
  const create = useCreateOauth2Credential({
    async onSuccess() {
      await refresh();
      emptySecret();
      setClientId('');
      setNote('Added.');
    },
    onError(error) {
      if (awaitsOthers(error)) emptySecret();
    },
  });
  const edited = () => {
    setNote('');
    create.reset(); // it is another one, and the one that waits is under Approvals
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const clientSecret = secret.current?.value.trim() ?? '';
    const encryptedClientSecret = await sealClientSecret(clientSecret, trust.tlsFetcherEncryptPublicKey);
    create.mutate({ provider, clientId: clientId.trim(), encryptedClientSecret });
  };
  return (
    <details>
      <summary>Add a credential</summary>
      <form className="form" onSubmit={add}>
        <Field label="Provider">
          {(control) => (
            <select
              {...control}
              value={provider}
              onChange={({ target }) => {
                setProvider(target.value as Oauth2Provider);
                edited();
              }}
            >
              {Object.entries(oauth2Providers).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label="Client id"
          hint={`Of your app at ${oauth2Providers[provider]}.`}
          required
          value={clientId}
          onChange={(value) => {
            setClientId(value);
            edited();
          }}
        />
        <Field label="Client secret" hint="Sealed in this page before it is sent, and never shown again.">
          {(control) => (
            <input
              {...control}
              ref={secret}
              type="password"
              required
              autoComplete="new-password"
              spellCheck={false}
              onChange={edited}
            />
          )}
        </Field>
        <Outcome error={create.error} />
        <SubmitRow label="Add credential" isDisabled={create.isPending || awaitsOthers(create.error)} note={note} />
      </form>
    </details>
  );
}
