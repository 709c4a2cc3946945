import type { EmailTemplateKind } from '../../../contract/emailTemplates.records.js';
import type { EmailMessage } from '../../delivery/message.js';
import { holesOfText, type ReadTemplateText } from '../../templates/readTemplate.js';
import { codeEmail } from '../codes/codeMessages.js';
import type { ChosenTemplate } from '../messageTemplates/chosenTemplate.js';
import { keyEmail, type MailLook } from './keyEmail.js';

/** A mail of a kind with samples of what the service gives. */
export type SampleMail = Omit<MailLook, 'magicLinkTemplate'> & {
  readonly kind: EmailTemplateKind;
  readonly to: string;
  readonly nowMs: number;
  /** Default: the service's own words. */
  readonly template?: ChosenTemplate | undefined;
};

const sampleLink = 'https://app.example.com/in#%s';

/** The mail that the service would send, by the same renderer, with a code or a link that opens nothing. */
export function sampleMail({ kind, fromName, ...look }: SampleMail): Omit<EmailMessage, 'id' | 'code'> {
  const { code: _, ...mail } =
    kind === 'EMAIL_TEMPLATE_KIND_CODE'
      ? codeEmail({
          ...look,
          fromName,
          // The service's own mail of codes shows a link only where one was asked for.
          magicLinkTemplate: look.template && sampleLink,
          code: '428117',
          lifetimeSeconds: 300,
        })
      : keyEmail({
          ...look,
          fromName: fromName ?? look.appName,
          magicLinkTemplate: sampleLink,
          bundle: 'SampleOfWhatALinkCarries',
          purpose: kind === 'EMAIL_TEMPLATE_KIND_LOGIN_LINK' ? 'login' : 'recovery',
          lifetimeSeconds: 900,
        });
  return mail;
}

/** Values for a template's own variables: their names, or an address where one must stand. */
export function sampleVariables(read: ReadTemplateText, names: readonly string[]): Record<string, string> {
  const addresses = new Set(
    holesOfText(read).flatMap(({ name, place }) => (place === 'link' || place === 'picture' ? [name] : [])),
  );
  return Object.fromEntries(
    names.map((name) => [name, addresses.has(name) ? `https://app.example.com/${name}` : name]),
  );
}
