import type { Kysely } from 'kysely';
import { type Language, languages } from '../../../../contract/language.js';
import type { sendLoginLink } from '../../../../contract/mailKeys.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import type { Sender } from '../../../delivery/htmlMail.js';
import type { EmailMessage } from '../../../delivery/message.js';
import { writeMail } from '../../../delivery/writeMail.js';
import type { Tables } from '../../../store/schema.js';
import { countMail } from '../../codes/countMail.js';
import type { ActivityHandler, Execution } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { type KeyPurpose, keyWords } from '../../mails/keyWords.js';
import { envelopeOf, lookBy } from '../../mails/look.js';
import { contactHashes, postMessage } from '../../records/messages.js';
import { findSubOrganization } from '../../records/organizations.js';
import { findUser } from '../../records/users.js';
import { loginLinkWords } from './loginLinkWords.js';

/** How long a contact that was sent a page is sent no other one. */
const restMs = 10 * 60_000;
/** How long the mail is worth sending. */
const wantedForMs = 60 * 60_000;

/** Mails a page of the app, whose address is the configuration's alone. */
export const sendLoginLinkHandler: ActivityHandler<typeof sendLoginLink> = {
  async execute({ parameters: { subOrganizationId, userId, page } }, execution) {
    const { tools, transaction, organization, caller, nowMs } = execution;
    await findSubOrganization(transaction, organization, subOrganizationId);
    const user = await findUser(transaction, subOrganizationId, userId);
    if (!user) throw refused('USER_NOT_FOUND');
    const to = user.email_verified === 1 ? user.email : null;
    if (to === null) throw refused('EMAIL_NOT_VERIFIED');
    const settings = await settingsFor(transaction, organization);
    const url = page === 'LOGIN' ? settings.loginUrl : settings.recoveryUrl;
    if (url === undefined) throw refused('PAGE_NOT_SET', { about: page === 'LOGIN' ? 'loginUrl' : 'recoveryUrl' });
    await checkRest(execution, to);
    await countMail(execution, to, settings);
    const look = lookBy(settings);
    const language = await languageOf(transaction, { organization, subOrganizationId, userId, contact: to });
    await postMessage(tools, transaction, {
      kind: page === 'LOGIN' ? 'LOGIN_PAGE' : 'RECOVERY_PAGE',
      listedIn: organization.organization_id,
      organizationId: organization.organization_id,
      draft: {
        ...envelopeOf(to, look),
        ...loginLinkEmail({ ...look, language, url, purpose: page === 'LOGIN' ? 'login' : 'recovery' }),
      },
      requester: `user:${caller.user.user_id}`,
      nowMs,
      expiresAtMs: nowMs + wantedForMs,
    });
    return done({});
  },
};

/** @throws {RefusedError} TOO_MANY_CODES */
async function checkRest({ tools, transaction, organization, nowMs }: Execution, contact: string): Promise<void> {
  const { organization_id: organizationId } = organization;
  const hashes = await contactHashes(tools, { organizationId, otpType: 'OTP_TYPE_EMAIL', contact });
  const last = await transaction
    .selectFrom('sent_messages')
    .select('created_at_ms')
    .where('organization_id', '=', organizationId)
    .where('contact_hash', 'in', hashes)
    .where('kind', 'in', ['LOGIN_PAGE', 'RECOVERY_PAGE'])
    .where('created_at_ms', '>', nowMs - restMs)
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) throw refused('TOO_MANY_CODES', { retryAfterMs: last.created_at_ms + restMs - nowMs });
}

type Proved = Pick<Execution, 'organization'> & {
  readonly subOrganizationId: string;
  readonly userId: string;
  readonly contact: string;
};

/** The language in which the contact was proved; English where that is not known. */
async function languageOf(db: Kysely<Tables>, { organization, subOrganizationId, userId, contact }: Proved) {
  const found = await db
    .selectFrom('contacts')
    .select('language')
    .where('parent_id', '=', organization.organization_id)
    .where('kind', '=', 'EMAIL')
    .where('contact', '=', contact)
    .where('organization_id', '=', subOrganizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return languages.find((known) => known === found?.language) ?? 'en';
}

type LoginLinkMail = Sender & {
  readonly language: Language;
  readonly purpose: KeyPurpose;
  /** The page's. */
  readonly url: string;
};

/** What the mail says. */
function loginLinkEmail(mail: LoginLinkMail): Pick<EmailMessage, 'subject' | 'text' | 'html'> {
  const { appName, language, purpose, url } = mail;
  const { subject, button } = keyWords[language][purpose];
  const words = loginLinkWords[language];
  const intro = words[purpose](appName);
  return writeMail(mail, {
    subject: subject(appName),
    preheader: intro,
    parts: [
      { kind: 'text', text: intro },
      { kind: 'button', href: url, name: button },
      { kind: 'last', text: words.notYou(appName) },
    ],
  });
}
