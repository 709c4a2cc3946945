import { longestContact } from '../../contract/contact.js';
import type { EmailTemplateKind } from '../../contract/emailTemplates.records.js';

/** What stands in mails of one kind. */
type KindOfTemplate = {
  /** What a template of this kind must hold, in its text and in its HTML: without it the mail is of no use. */
  readonly needs: 'code' | 'link';
  /** Every name that the service gives. */
  readonly gives: readonly GivenName[];
};

/** What the service gives. `bundle`: what a link carries, as text to paste. */
export type GivenName = 'code' | 'link' | 'bundle' | 'appName' | 'contact' | 'expiresInMinutes' | 'requestedAt';

/** Characters that each can have at most. `link`: a `magicLinkTemplate`, which has at most 2048, with what it carries. */
export const longestGiven: { readonly [Name in GivenName]: number } = {
  code: 64,
  link: 2560,
  bundle: 512,
  appName: 255,
  contact: longestContact,
  expiresInMinutes: 16,
  requestedAt: 64,
};

const ofEvery = ['appName', 'contact', 'expiresInMinutes', 'requestedAt'] as const;
const ofLinks: KindOfTemplate = { needs: 'link', gives: ['link', 'bundle', ...ofEvery] };

/** What mails of each kind show. */
export const kindsOfTemplates: { readonly [Kind in EmailTemplateKind]: KindOfTemplate } = {
  EMAIL_TEMPLATE_KIND_CODE: { needs: 'code', gives: ['code', 'link', ...ofEvery] },
  EMAIL_TEMPLATE_KIND_LOGIN_LINK: ofLinks,
  EMAIL_TEMPLATE_KIND_RECOVERY_LINK: ofLinks,
};
