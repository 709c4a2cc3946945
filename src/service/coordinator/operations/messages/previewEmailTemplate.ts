import type { EmailTemplateKind } from '../../../../contract/emailTemplates.records.js';
import type { Language } from '../../../../contract/language.js';
import type { PreviewEmailTemplateResponse, previewEmailTemplate } from '../../../../contract/messages.queries.js';
import type { EmailTemplateFault } from '../../../../contract/messages.records.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import { faultOfUse } from '../../../templates/faultOfUse.js';
import { kindsOfTemplates } from '../../../templates/kinds.js';
import { readTemplate, type TemplateFrame } from '../../../templates/readTemplate.js';
import { readVariables } from '../../../templates/readVariables.js';
import type { AnswerQuery, QueryContext } from '../../engine/handlers/handler.js';
import { lookBy } from '../../mails/look.js';
import { sampleMail, sampleVariables } from '../../mails/sampleMail.js';
import type { ChosenTemplate } from '../../messageTemplates/chosenTemplate.js';
import { frameOf, type KeptText, templateBy, textsOf } from '../../records/emailTemplates.js';

/** What is to be shown: in which frame, and what it says; without a text the service's own mail. */
type Shown = { readonly frame: TemplateFrame; readonly text: KeptText | undefined };

/**
 * Reads what is shown as it is read when a template is made and used, and measures the mail before it is made: hostile places and variables
 * cost no more than a template's own limits.
 */
export const answerPreviewEmailTemplate: AnswerQuery<typeof previewEmailTemplate> = async (request, context) => {
  const { tools, db, organization, caller } = context;
  const settings = await settingsFor(db, organization);
  const shown = await shownBy(request, context);
  const configured = settings.emailCustomizationParams.templateVariables;
  const look = { ...lookBy(settings), language: request.language, nowMs: tools.clock() };
  const to = caller.user.email ?? 'ada@example.com';
  return tools.work.charge((): PreviewEmailTemplateResponse => {
    const filled = shown.text && filledBy(shown.frame, shown.text, [configured, request.templateVariables]);
    if (filled && 'faults' in filled) return filled;
    const { subject, text, html } = sampleMail({ ...look, kind: request.kind, to, template: filled });
    return { mail: { subject, text, html }, faults: [] };
  });
};

type Request = Parameters<typeof answerPreviewEmailTemplate>[0];

/** @throws {RefusedError} REQUEST_INVALID, EMAIL_TEMPLATE_NOT_FOUND, EMAIL_TEMPLATE_UNFIT */
async function shownBy(
  { kind, language = 'en', emailTemplateId, edited }: Request,
  { db, organization }: QueryContext,
): Promise<Shown> {
  if (edited) {
    const { variables = [], ...written } = edited;
    return { frame: { kind, variables }, text: { language, ...written } };
  }
  if (emailTemplateId === undefined) return { frame: { kind, variables: [] }, text: undefined };
  return storedText(await templateBy(db, organization.organization_id, emailTemplateId), { kind, language });
}

/** A stored template's text in a language, or its first. @throws {RefusedError} EMAIL_TEMPLATE_UNFIT */
function storedText(
  template: Awaited<ReturnType<typeof templateBy>>,
  wanted: { readonly kind: EmailTemplateKind; readonly language: Language },
): Shown {
  const frame = frameOf(template);
  if (frame.kind !== wanted.kind) throw refused('EMAIL_TEMPLATE_UNFIT', { about: `it is an ${frame.kind}` });
  const texts = textsOf(template);
  return { frame, text: texts.find(({ language }) => language === wanted.language) ?? texts[0] };
}

/** The template with what is given, the later over the earlier, and samples for the rest. */
function filledBy(
  frame: TemplateFrame,
  { language, ...written }: KeptText,
  given: readonly (string | undefined)[],
): ChosenTemplate | { readonly faults: EmailTemplateFault[] } {
  const names: readonly string[] = kindsOfTemplates[frame.kind].gives;
  const taken = frame.variables.find((name) => names.includes(name));
  const faults: EmailTemplateFault[] = taken === undefined ? [] : [ofVariables(`${taken} is given by the service`)];
  if (written.subject === '') faults.push({ part: 'subject', line: 1, column: 1, description: 'must not be empty' });
  const outcome = readTemplate(written, frame);
  if ('faults' in outcome)
    faults.push(...outcome.faults.map(({ part, line, column, description }) => ({ part, line, column, description })));
  const values: Record<string, string> = 'read' in outcome ? sampleVariables(outcome.read, frame.variables) : {};
  for (const json of given) {
    const read = readVariables(json);
    if ('fault' in read) faults.push(ofVariables(`templateVariables ${read.fault}`));
    else Object.assign(values, read.variables);
  }
  if (faults.length > 0 || !('read' in outcome)) return { faults };
  const unfit = faultOfUse(outcome.read, frame, { variables: values, link: 'given' });
  return unfit === undefined ? { read: outcome.read, language, variables: values } : { faults: [ofVariables(unfit)] };
}

const ofVariables = (description: string): EmailTemplateFault => ({ part: 'variables', description });
