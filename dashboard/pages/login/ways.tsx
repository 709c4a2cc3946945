import type { AuthProxyConfigChanges } from 'latchkey/contract';
import type { ReactElement } from 'react';
import { CheckField, LinesField } from '../../parts/fields.js';
import { type Config, linesOf, namesOf } from './config.js';
import { type Given, type Question, Section } from './Section.js';

type Method = NonNullable<AuthProxyConfigChanges['allowedAuthMethods']>[number];

const methods = [
  { method: 'email', name: 'Email', hint: 'A code by email.' },
  { method: 'sms', name: 'SMS', hint: 'A code by text message. Texts cost money: see the countries and limits below.' },
  { method: 'passkey', name: 'Passkey', hint: 'Sign up with a passkey; it logs in without a code.' },
  { method: 'wallet', name: 'Wallet', hint: 'Sign up with the key of a wallet that the person already has.' },
] as const;

/** What it means to take a method away. */
const without: Readonly<Record<Method, string>> = {
  email: 'People who log in by email will not get in.',
  sms: 'People who log in by SMS will not get in.',
  passkey: 'Nobody will be able to sign up with a passkey, and login screens will not offer it.',
  wallet: 'Nobody will be able to sign up with a wallet, and login screens will not offer it.',
};

/** How people sign up and log in. */
export function Methods({ given }: { readonly given: Given }): ReactElement {
  const { allowedAuthMethods: before } = given.config;
  const meansOf = ({ method }: { readonly method: Method }) =>
    [without[method], ...given.lately((used) => used === method)].join(' ');
  const questionOf = ({ allowedAuthMethods: after }: AuthProxyConfigChanges): Question | undefined => {
    const gone = methods.filter(({ method }) => before.includes(method) && !after?.includes(method));
    if (gone.length === 0) return undefined;
    const title = `Take ${namesOf(gone.map(({ name }) => name))} away?`;
    return { title, action: 'Take away', means: [...gone.map(meansOf), others] };
  };
  return (
    <Section
      given={given}
      title="Methods"
      about="How people sign up and log in. Providers stand further down."
      draftOf={({ allowedAuthMethods }) => ({ allowedAuthMethods })}
      changesOf={({ allowedAuthMethods }) => ({ allowedAuthMethods: allowedAuthMethods as Method[] })}
      questionOf={questionOf}
    >
      {({ allowedAuthMethods: on }, edit) => (
        <fieldset className="checks">
          <legend className="unseen">Methods</legend>
          {methods.map(({ method, name, hint }) => (
            <CheckField
              key={method}
              label={name}
              hint={hint}
              value={on.includes(method)}
              onChange={(isOn) =>
                edit({ allowedAuthMethods: isOn ? [...on, method] : on.filter((each) => each !== method) })
              }
            />
          ))}
        </fieldset>
      )}
    </Section>
  );
}

const others = 'Whoever is logged in stays logged in; other ways in stay open.';

const originsOf = ({ allowedOrigins, allowNativeClients }: Config) => ({
  allowedOrigins: allowedOrigins.join('\n'),
  allowNativeClients,
});

/** The pages that may use the auth proxy. */
export function Origins({ given }: { readonly given: Given }): ReactElement {
  return (
    <Section
      given={given}
      title="Origins"
      about="The pages that may sign people up and log them in."
      draftOf={originsOf}
      changesOf={({ allowedOrigins, allowNativeClients }) => ({
        allowedOrigins: linesOf(allowedOrigins),
        allowNativeClients,
      })}
    >
      {(draft, edit) => (
        <>
          <LinesField
            label="Origins of your pages"
            hint="One a line, exactly as a browser has it: https://app.example.com"
            value={draft.allowedOrigins}
            onChange={(allowedOrigins) => edit({ allowedOrigins })}
          />
          {linesOf(draft.allowedOrigins).includes('*') && (
            <p className="warning">
              <code>*</code> lets every page on the web use this auth proxy, also one that imitates yours. Name your own
              origins before people use it.
            </p>
          )}
          <CheckField
            label="Apps without an origin, too"
            hint="Native apps, and programs: they send no origin that could be checked."
            value={draft.allowNativeClients}
            onChange={(allowNativeClients) => edit({ allowNativeClients })}
          />
        </>
      )}
    </Section>
  );
}
