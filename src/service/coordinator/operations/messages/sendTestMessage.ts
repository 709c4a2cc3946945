import type { OtpType } from '../../../../contract/contact.js';
import type { sendTestMessage } from '../../../../contract/messages.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import type { MessageDraft } from '../../../delivery/message.js';
import { writeMail } from '../../../delivery/writeMail.js';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { Row } from '../../../store/schema.js';
import { readVariables } from '../../../templates/readVariables.js';
import { countMessage } from '../../codes/countMail.js';
import type { ActivityHandler, ParametersOf, Preparation, RequestedBy } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import type { MailLook } from '../../mails/keyEmail.js';
import { envelopeOf, lookBy } from '../../mails/look.js';
import { sampleMail, sampleVariables } from '../../mails/sampleMail.js';
import type { ChosenTemplate } from '../../messageTemplates/chosenTemplate.js';
import { usableTemplate } from '../../messageTemplates/usableTemplate.js';
import { templateBy } from '../../records/emailTemplates.js';
import { postMessage } from '../../records/messages.js';
import { findMember } from '../../records/users.js';

type Parameters = ParametersOf<typeof sendTestMessage>;

/** It is worth sending for an hour: whoever asked for it looks for it now. */
const wantedForMs = 60 * 60_000;

/** The message is written before the transaction: a large template takes longer than a millisecond to read. */
export const sendTestMessageHandler: ActivityHandler<typeof sendTestMessage, MessageDraft> = {
  async prepare({ parameters, organization, caller }, preparation) {
    if (organization.parent_id !== null) throw refused('TEST_MESSAGES_NOT_HERE');
    return written(parameters, contactOf(caller.user, parameters), { organization, caller }, preparation);
  },

  async execute({ parameters, prepared: draft }, execution) {
    const { tools, transaction, organization, caller, nowMs } = execution;
    const { organization_id: organizationId } = organization;
    const user = await findMember(transaction, organizationId, caller.user.user_id);
    if (contactOf(user, parameters) !== draft.to) throw new ChangedMeanwhile('The contact is another one.');
    const settings = await settingsFor(transaction, organization);
    await countMessage(execution, { otpType: otpTypes[parameters.channel], contact: draft.to }, settings);
    const messageId = await postMessage(tools, transaction, {
      kind: 'TEST',
      listedIn: organizationId,
      organizationId,
      draft,
      requester: `user:${user.user_id}`,
      nowMs,
      expiresAtMs: nowMs + wantedForMs,
    });
    return done({ messageId });
  },
};

const otpTypes: Readonly<Record<Parameters['channel'], OtpType>> = { EMAIL: 'OTP_TYPE_EMAIL', SMS: 'OTP_TYPE_SMS' };

/** @throws {RefusedError} OWN_CONTACT_UNVERIFIED */
function contactOf(user: Row<'users'>, { channel }: Parameters): string {
  const [contact, isVerified] =
    channel === 'EMAIL' ? [user.email, user.email_verified] : [user.phone_number, user.phone_verified];
  if (contact === null || isVerified === 0) throw refused('OWN_CONTACT_UNVERIFIED');
  return contact;
}

/** @throws {RefusedError} EMAIL_TEMPLATE_NOT_FOUND, EMAIL_TEMPLATE_UNFIT */
async function written(
  { channel, emailTemplateId, language }: Parameters,
  to: string,
  { organization }: RequestedBy,
  { read, nowMs }: Preparation,
): Promise<MessageDraft> {
  const settings = await read((db) => settingsFor(db, organization));
  const look = lookBy(settings);
  if (channel === 'SMS' && emailTemplateId !== undefined)
    throw refused('EMAIL_TEMPLATE_UNFIT', { about: 'a text message has no template' });
  if (channel === 'SMS') return testSms(to, look);
  if (emailTemplateId === undefined) return testEmail(to, look);
  return read(async (db) => {
    const row = await templateBy(db, organization.organization_id, emailTemplateId);
    const { frame, texts } = usableTemplate(db, row);
    const languages = JSON.parse(row.languages) as string[];
    const text = texts[Math.max(0, languages.indexOf(language ?? 'en'))]?.();
    if (!text?.read) throw refused('EMAIL_TEMPLATE_UNFIT', { about: 'it must be written again' });
    const given = readVariables(settings.emailCustomizationParams.templateVariables);
    const variables = { ...sampleVariables(text.read, frame.variables), ...('variables' in given && given.variables) };
    const fault = text.faultOf({ variables, link: 'given' });
    if (fault) throw refused('EMAIL_TEMPLATE_UNFIT', { about: fault });
    const template: ChosenTemplate = { read: text.read, language: text.language, variables };
    return sampleMail({ ...look, language, kind: row.kind, to, nowMs, template });
  });
}

type Look = Omit<MailLook, 'magicLinkTemplate' | 'language'>;

/** An e-mail that only has to arrive. */
const testEmail = (to: string, look: Look): MessageDraft => ({
  ...envelopeOf(to, look),
  ...writeMail(look, {
    subject: `A test from ${look.appName}`,
    preheader: arrives(look),
    parts: [{ kind: 'text', text: arrives(look) }],
  }),
});

/** A text message that only has to arrive. */
const testSms = (to: string, look: Look): MessageDraft => ({
  channel: 'sms',
  to,
  text: arrives(look),
});

const arrives = ({ appName }: Look): string => `This is a test: messages from ${appName} arrive.`;
