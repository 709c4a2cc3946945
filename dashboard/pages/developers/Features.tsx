import { useGetOrganizationConfigs, useRemoveOrganizationFeature, useSetOrganizationFeature } from 'latchkey';
import type { SetOrganizationFeatureParameters } from 'latchkey/contract';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Answer } from '../../parts/Answer.js';
import { Ask } from '../../parts/Ask.js';
import { TextField } from '../../parts/fields.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { Part } from '../../parts/Page.js';

type Name = SetOrganizationFeatureParameters['name'];
type Toggle = { readonly name: Name; readonly title: string; readonly about: string; readonly without: string };

/** Those of the wire's features that this service has. */
const toggles: readonly Toggle[] = [
  {
    name: 'FEATURE_NAME_OTP_EMAIL_AUTH',
    title: 'Codes by email',
    about: 'One-time codes that are sent by email.',
    without: 'People who log in by a code that is emailed to them will not get in.',
  },
  {
    name: 'FEATURE_NAME_SMS_AUTH',
    title: 'Codes by SMS',
    about: 'One-time codes that are sent by text message.',
    without: 'People who log in by SMS will not get in.',
  },
  {
    name: 'FEATURE_NAME_EMAIL_AUTH',
    title: 'Login by emailed link',
    about: 'Links that your backend sends, and that log in.',
    without: 'People who log in by a link that is emailed to them will not get in.',
  },
  {
    name: 'FEATURE_NAME_EMAIL_RECOVERY',
    title: 'Recovery by email',
    about: 'Links with which people who lost their passkey add a new one.',
    without: 'People who lost their passkey will not get back in by email.',
  },
];

/** What the organization, and every sub-organization of it, can do. */
export function Features(): ReactElement {
  const configs = useGetOrganizationConfigs({});
  const refresh = () => configs.refetch({ cancelRefetch: false });
  const [asked, setAsked] = useState<Toggle>();
  const set = useSetOrganizationFeature({ ...useFresh(), onSuccess: refresh });
  const remove = useRemoveOrganizationFeature({
    ...useFresh(),
    async onSuccess() {
      await refresh();
      setAsked(undefined);
    },
  });
  return (
    <Part title="Features">
      <Answer of={configs}>
        {({ configs: { features } }) => {
          const on = new Map(features.map(({ name, value = '' }) => [name, value]));
          return (
            <div className="panel">
              <p className="hint">Of this organization and all its sub-organizations.</p>
              <ul className="items">
                {toggles.map((toggle) => (
                  <li key={toggle.name}>
                    <p>
                      <strong>
                        {toggle.title}{' '}
                        {on.has(toggle.name) ? (
                          <span className="chip good">On</span>
                        ) : (
                          <span className="chip">Off</span>
                        )}
                      </strong>
                      <span className="hint">{toggle.about}</span>
                    </p>
                    {on.has(toggle.name) ? (
                      <button
                        type="button"
                        aria-label={`Turn off ${toggle.title}`}
                        onClick={() => {
                          remove.reset();
                          setAsked(toggle);
                        }}
                      >
                        Turn off
                      </button>
                    ) : (
                      <button
                        type="button"
                        aria-label={`Turn on ${toggle.title}`}
                        disabled={set.isPending}
                        onClick={() => set.mutate({ name: toggle.name, value: '' })}
                      >
                        Turn on
                      </button>
                    )}
                  </li>
                ))}
              </ul>
              <Outcome error={set.error} />
              <PasskeyOrigins value={on.get('FEATURE_NAME_WEBAUTHN_ORIGINS') ?? ''} refresh={refresh} />
            </div>
          );
        }}
      </Answer>
      {asked && (
        <Ask
          title={`Turn off “${asked.title}”?`}
          action="Turn off"
          isBusy={remove.isPending}
          error={remove.error}
          onYes={() => remove.mutate({ name: asked.name })}
          onNo={() => setAsked(undefined)}
        >
          <p>{asked.without} That holds for every sub-organization, too.</p>
        </Ask>
      )}
    </Part>
  );
}

type OriginsProps = { readonly value: string; readonly refresh: () => Promise<unknown> };

/** The pages whose passkeys count. */
function PasskeyOrigins({ value, refresh }: OriginsProps): ReactElement {
  const [edited, setEdited] = useState<string>();
  const onSuccess = async () => {
    await refresh();
    setEdited(undefined);
  };
  const set = useSetOrganizationFeature({ ...useFresh(), onSuccess });
  const remove = useRemoveOrganizationFeature({ ...useFresh(), onSuccess });
  const shown = edited ?? value;
  const name = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
  const save = (event: FormEvent) => {
    event.preventDefault();
    const origins = shown
      .split(/[\s,]+/)
      .filter(Boolean)
      .join(',');
    set.reset();
    remove.reset();
    if (origins !== '') set.mutate({ name, value: origins });
    else if (value !== '') remove.mutate({ name });
  };
  return (
    <form className="form" onSubmit={save}>
      <TextField
        label="Passkey origins"
        hint="The pages whose passkeys count, separated by commas. Empty: the origins of the auth proxy’s configuration."
        value={shown}
        onChange={setEdited}
      />
      <Outcome error={set.error ?? remove.error} />
      <div className="actions">
        <button type="submit" aria-label="Save passkey origins" disabled={set.isPending || remove.isPending}>
          Save
        </button>
        <p role="status" className="hint">
          {(set.isSuccess || remove.isSuccess) && edited === undefined && 'Saved.'}
        </p>
      </div>
    </form>
  );
}
