import { useDisableAuthProxy, useEnableAuthProxy } from 'latchkey';
import type { Statistic } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { Ask } from '../../parts/Ask.js';
import { useFresh } from '../../parts/fresh.js';
import { Outcome } from '../../parts/Outcome.js';
import { Empty } from '../../parts/Page.js';
import { faultOf } from './config.js';
import { type Given, SectionFrame } from './Section.js';

/** The auth proxy, on or off. */
export function OnOff({ given: { config, hasApps, lately, refresh } }: { readonly given: Given }): ReactElement {
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<string>();
  const enable = useEnableAuthProxy({ ...useFresh(), onSuccess: refresh });
  const disable = useDisableAuthProxy({
    ...useFresh(),
    async onSuccess() {
      await refresh();
      setAsked(false);
    },
  });
  const turnOn = () => {
    const wrong = faultOf({ ...config, enabled: true }, {}, hasApps);
    setFault(wrong);
    if (wrong === undefined) enable.mutate({});
  };
  const turnOff = () => {
    disable.reset();
    setAsked(true);
  };
  return (
    <SectionFrame title="Auth proxy" about="Where people sign up and log in, without a server of your own.">
      <p role="status">
        {config.enabled ? (
          <>
            <span className="chip good">On</span> People can sign up and log in.
          </>
        ) : (
          <>
            <span className="chip bad">Off</span> Nobody can sign up, or log in by a code or a provider.
          </>
        )}
      </p>
      {fault !== undefined && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      <Outcome error={enable.error} />
      <div className="actions">
        {config.enabled ? (
          <button type="button" className="danger" onClick={turnOff}>
            Turn off
          </button>
        ) : (
          <button type="button" className="primary" disabled={enable.isPending} onClick={turnOn}>
            Turn on
          </button>
        )}
      </div>
      {isAsked && (
        <Ask
          title="Turn the auth proxy off?"
          action="Turn off"
          isBusy={disable.isPending}
          error={disable.error}
          onYes={() => disable.mutate({})}
          onNo={() => setAsked(false)}
        >
          <p>Nobody will be able to sign up, or to log in by email, SMS or a provider, until you turn it on again.</p>
          {lately(isThroughProxy).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p>Whoever is logged in stays logged in.</p>
        </Ask>
      )}
    </SectionFrame>
  );
}

/** Passkeys and keys log in without it. */
const isThroughProxy = (method: string, kind: Statistic['kind']): boolean =>
  kind === 'SIGNUP' || !['passkey', 'wallet'].includes(method);

/** Where the organization never had one. */
export function NoProxy(): ReactElement {
  const enable = useEnableAuthProxy(useFresh());
  return (
    <Empty>
      <p>This organization has no auth proxy yet. With it people sign up and log in, without a server of your own.</p>
      <button type="button" className="primary" disabled={enable.isPending} onClick={() => enable.mutate({})}>
        Enable the auth proxy
      </button>
      <Outcome error={enable.error} />
    </Empty>
  );
}
