import { useUpdateAuthProxyConfig } from 'latchkey';
import type { AuthProxyConfigChanges } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { Ask } from '../../parts/Ask.js';
import { LinesField } from '../../parts/fields.js';
import { useFresh } from '../../parts/fresh.js';
import { type Config, faultOf, linesOf, madeFrom, namesOf } from './config.js';
import { NewIssuer } from './NewIssuer.js';
import { type Given, type Question, Section, SectionFrame } from './Section.js';

const builtIn = { google: 'Google', apple: 'Apple', facebook: 'Facebook' } as const;
type BuiltIn = keyof typeof builtIn;
/** As their tokens, and so the statistics, name them. */
const issuers: Readonly<Record<BuiltIn, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
};
const providers = Object.keys(builtIn) as BuiltIn[];

const clientIdsOf = ({ oauthClientIds: { google = [], apple = [], facebook = [] } }: Config) => ({
  google: google.join('\n'),
  apple: apple.join('\n'),
  facebook: facebook.join('\n'),
});

/** Google, Apple, Facebook; and the organization's own providers. */
export function Providers({ given }: { readonly given: Given }): ReactElement {
  const { oauthClientIds: before } = given.config;
  const questionOf = ({ oauthClientIds: after = {} }: AuthProxyConfigChanges): Question | undefined => {
    const gone = providers.filter((provider) => (before[provider] ?? []).length > 0 && after[provider]?.length === 0);
    if (gone.length === 0) return undefined;
    const names = gone.map((provider) => builtIn[provider]);
    const means = gone.map((provider) => {
      const lately = given.lately((method) => method === issuers[provider]);
      return [`People who log in by ${builtIn[provider]} will not get in.`, ...lately].join(' ');
    });
    return { title: `Take ${namesOf(names)} away?`, action: 'Take away', means };
  };
  return (
    <>
      <Section
        given={given}
        title="Providers"
        about="The client ids of your app at Google, Apple and Facebook: one a line, the web page’s first. None: not offered."
        draftOf={clientIdsOf}
        changesOf={({ google, apple, facebook }) => ({
          oauthClientIds: { google: linesOf(google), apple: linesOf(apple), facebook: linesOf(facebook) },
        })}
        questionOf={questionOf}
      >
        {(draft, edit) =>
          providers.map((provider) => (
            <LinesField
              key={provider}
              label={`${builtIn[provider]} client ids`}
              value={draft[provider]}
              onChange={(value) => edit({ [provider]: value })}
            />
          ))
        }
      </Section>
      <Issuers given={given} />
    </>
  );
}

/** The organization's own providers, to look at, to take away and to add to. */
function Issuers({ given }: { readonly given: Given }): ReactElement {
  const { config, hasApps, lately, refresh } = given;
  const [asked, setAsked] = useState<Config['oidcIssuers'][number]>();
  const [fault, setFault] = useState<string>();
  const update = useUpdateAuthProxyConfig({
    ...useFresh(),
    async onSuccess() {
      await refresh();
      setAsked(undefined);
    },
    onError: () => void refresh(),
  });
  const without = (id: string, { oidcIssuers } = config) => ({
    oidcIssuers: oidcIssuers.filter((each) => each.id !== id),
  });
  /** Of those that are there now: another operator may have added one. */
  const remove = async (id: string) => {
    const now = (await refresh()).data?.authProxyConfig ?? config;
    update.mutate(madeFrom(now, without(id, now)));
  };
  const ask = (issuer: Config['oidcIssuers'][number]) => {
    const wrong = faultOf(config, without(issuer.id), hasApps);
    update.reset();
    setFault(wrong);
    if (wrong === undefined) setAsked(issuer);
  };
  return (
    <SectionFrame title="Further providers" about="OpenID Connect providers of your own.">
      <ul className="items" hidden={config.oidcIssuers.length === 0}>
        {config.oidcIssuers.map((issuer) => (
          <li key={issuer.id}>
            <p>
              <strong>
                <bdi>{issuer.label}</bdi>
              </strong>
              <span className="hint">
                <code>{issuer.id}</code> · {issuer.issuer}
              </span>
            </p>
            <button type="button" aria-label={`Delete ${issuer.label}`} className="danger" onClick={() => ask(issuer)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      <NewIssuer given={given} />
      {fault !== undefined && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {asked && (
        <Ask
          title={
            <>
              Delete <bdi>{asked.label}</bdi>?
            </>
          }
          action="Delete"
          isBusy={update.isPending}
          error={update.error}
          onYes={() => void remove(asked.id)}
          onNo={() => setAsked(undefined)}
        >
          <p>
            People who log in by <bdi>{asked.label}</bdi> will not get in. {lately((method) => method === asked.issuer)}
          </p>
        </Ask>
      )}
    </SectionFrame>
  );
}
