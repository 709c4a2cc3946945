import type { ReactElement } from 'react';
import { CheckField, SpanField, TextField } from '../../parts/fields.js';
import { secondsOf, spanOf, wordsOf } from '../../parts/span.js';
import type { Config } from './config.js';
import { type Given, Section } from './Section.js';

const sessionsOf = ({ sessionExpirationSeconds, maxSessionSeconds, freshLoginSeconds }: Config) => ({
  length: spanOf(sessionExpirationSeconds),
  longest: spanOf(maxSessionSeconds),
  fresh: spanOf(freshLoginSeconds),
});

/** How long people stay logged in. */
export function Sessions({ given }: { readonly given: Given }): ReactElement {
  return (
    <Section
      given={given}
      title="Sessions"
      about="How long people stay logged in. Sessions that are open keep their end."
      draftOf={sessionsOf}
      changesOf={({ length, longest, fresh }) => ({
        sessionExpirationSeconds: secondsOf(length),
        maxSessionSeconds: secondsOf(longest),
        freshLoginSeconds: secondsOf(fresh),
      })}
    >
      {({ length, longest, fresh }, edit) => (
        <>
          <SpanField label="Session length" value={length} onChange={(value) => edit({ length: value })} />
          <SpanField
            label="Longest session"
            hint={`A session that is used is renewed: for ${wordsOf(longest)} after the login at the longest. Whoever does not come back for ${wordsOf(length)} is logged out.`}
            value={longest}
            onChange={(value) => edit({ longest: value })}
          />
          <SpanField
            label="Fresh login"
            hint={
              secondsOf(fresh) === 0
                ? 'A login of any age may change passkeys, keys and contacts.'
                : `Changing passkeys, keys and contacts needs a login of the last ${wordsOf(fresh)}. 0 asks for none.`
            }
            value={fresh}
            onChange={(value) => edit({ fresh: value })}
          />
        </>
      )}
    </Section>
  );
}

const codesOf = ({ otpLength, otpAlphanumeric, otpExpirationSeconds }: Config) => ({
  length: String(otpLength),
  otpAlphanumeric,
  expiry: spanOf(otpExpirationSeconds),
});

/** The form of one-time codes. */
export function Codes({ given }: { readonly given: Given }): ReactElement {
  return (
    <Section
      given={given}
      title="Codes"
      about="The codes that people get by email and SMS."
      draftOf={codesOf}
      changesOf={({ length, otpAlphanumeric, expiry }) => ({
        otpLength: Number(length),
        otpAlphanumeric,
        otpExpirationSeconds: secondsOf(expiry),
      })}
    >
      {({ length, otpAlphanumeric, expiry }, edit) => (
        <>
          <TextField
            label="Length"
            hint="6 to 9 characters."
            type="number"
            min={6}
            max={9}
            required
            value={length}
            onChange={(value) => edit({ length: value })}
          />
          <CheckField
            label="Letters, too"
            hint="Harder to guess, and harder to type: phones show a keyboard of letters."
            value={otpAlphanumeric}
            onChange={(value) => edit({ otpAlphanumeric: value })}
          />
          <SpanField
            label="Expiry"
            hint="30 seconds to 10 minutes."
            value={expiry}
            onChange={(value) => edit({ expiry: value })}
          />
        </>
      )}
    </Section>
  );
}
