import { type ReactElement, useRef } from 'react';
import { CheckField, Field, TextField } from '../../parts/fields.js';
import type { Config } from './config.js';
import { type Given, Section } from './Section.js';
import { useUsed } from './usage.js';

const captchaOf = ({ captchaEnabled, turnstileSiteKey = '' }: Config) => ({ captchaEnabled, turnstileSiteKey });

/** A captcha before codes and sign-ups. The secret key is read from its field when it is sent, and nowhere kept. */
export function Captcha({ given }: { readonly given: Given }): ReactElement {
  const secret = useRef<HTMLInputElement>(null);
  const secretKey = () => secret.current?.value.trim() ?? '';
  return (
    <Section
      given={given}
      title="Captcha"
      about="Cloudflare Turnstile before codes and sign-ups, against programs that ask for many."
      draftOf={captchaOf}
      changesOf={(draft) => ({ ...draft, ...(secretKey() !== '' && { turnstileSecretKey: secretKey() }) })}
      onSaved={() => {
        if (secret.current) secret.current.value = '';
      }}
    >
      {({ captchaEnabled, turnstileSiteKey }, edit) => (
        <>
          <CheckField
            label="Ask for a captcha"
            value={captchaEnabled}
            onChange={(value) => edit({ captchaEnabled: value })}
          />
          <TextField
            label="Site key"
            value={turnstileSiteKey}
            onChange={(value) => edit({ turnstileSiteKey: value.trim() })}
          />
          <Field
            label="Secret key"
            hint="Stored sealed, and never shown again. Leave it empty to keep the one that is stored."
          >
            {(control) => (
              <input {...control} ref={secret} type="password" autoComplete="new-password" spellCheck={false} />
            )}
          </Field>
        </>
      )}
    </Section>
  );
}

const countriesOf = ({ smsCountries: { allow = [], deny = [] } }: Config) => ({
  allow: allow.join(', '),
  deny: deny.join(', '),
});

/** Calling codes as people write them: `+49, 43`. */
const codesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((code) => code.replace(/^(\+|00)/, ''))
    .filter(Boolean);

/** Where texts are sent to. */
export function SmsCountries({ given }: { readonly given: Given }): ReactElement {
  return (
    <Section
      given={given}
      title="SMS countries"
      about="Where texts are sent to. Texts to some countries are expensive, and fraudsters ask for them on purpose."
      draftOf={countriesOf}
      changesOf={({ allow, deny }) => ({
        smsCountries: {
          ...(codesIn(allow).length > 0 && { allow: codesIn(allow) }),
          ...(codesIn(deny).length > 0 && { deny: codesIn(deny) }),
        },
      })}
    >
      {({ allow, deny }, edit) => (
        <>
          <TextField
            label="Only to"
            hint="Calling codes like +49, +43. Empty: to every country."
            value={allow}
            onChange={(value) => edit({ allow: value })}
          />
          <TextField label="Never to" value={deny} onChange={(value) => edit({ deny: value })} />
        </>
      )}
    </Section>
  );
}

const capsOf = ({ emailsPerHour, textsPerHour, textsPerHourAndCallingCode }: Config) => ({
  emails: String(emailsPerHour),
  texts: String(textsPerHour),
  textsToOne: String(textsPerHourAndCallingCode),
});

/** How many messages are sent at the most. */
export function Caps({ given }: { readonly given: Given }): ReactElement {
  const used = useUsed();
  const number = { type: 'number', min: 1, max: 1_000_000, required: true } as const;
  return (
    <Section
      given={given}
      title="Caps"
      about="How many codes are sent to unknown devices at the most; as many again to devices that have logged in before."
      draftOf={capsOf}
      changesOf={({ emails, texts, textsToOne }) => ({
        emailsPerHour: Number(emails),
        textsPerHour: Number(texts),
        textsPerHourAndCallingCode: Number(textsToOne),
      })}
    >
      {({ emails, texts, textsToOne }, edit) => (
        <>
          <TextField
            {...number}
            label="Emails per hour"
            hint={used('emailsPerHour')}
            value={emails}
            onChange={(value) => edit({ emails: value })}
          />
          <TextField
            {...number}
            label="Texts per hour"
            hint={used('textsPerHour')}
            value={texts}
            onChange={(value) => edit({ texts: value })}
          />
          <TextField
            {...number}
            label="Texts per hour to one calling code"
            hint={used('textsPerHourAndCallingCode')}
            value={textsToOne}
            onChange={(value) => edit({ textsToOne: value })}
          />
          <p className="hint">
            In the last fifth of a cap a person gets one code an hour; beyond it “busy, try later”.
          </p>
        </>
      )}
    </Section>
  );
}
