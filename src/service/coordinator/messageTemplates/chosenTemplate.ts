import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { OtpType } from '../../../contract/contact.js';
import type { EmailTemplateKind } from '../../../contract/emailTemplates.records.js';
import type { Language } from '../../../contract/language.js';
import { type RefusedError, refused } from '../../../contract/refusals.js';
import type { Row, Tables } from '../../store/schema.js';
import type { TemplateToFill } from '../../templates/fillTemplate.js';
import { readVariables } from '../../templates/readVariables.js';
import type { Organization } from '../callers/caller.js';
import { templateBy } from '../records/emailTemplates.js';
import { configuredIds } from './configuredTemplates.js';
import { usableTemplate } from './usableTemplate.js';

/** What a mail's template is chosen by. */
export type TemplateChoice = {
  readonly organization: Pick<Organization, 'organization_id' | 'parent_id'>;
  readonly kind: EmailTemplateKind;
  readonly requested:
    | { readonly templateId?: string | undefined; readonly templateVariables?: string | undefined }
    | undefined;
  readonly settings: AuthProxySettings;
  readonly language: Language | undefined;
  /** That of the mail, with `%s` in it. */
  readonly magicLinkTemplate: string | undefined;
};

/** A template in the language of a mail, that what is given fills. */
export type ChosenTemplate = Pick<TemplateToFill, 'read' | 'language' | 'variables'>;

/**
 * The template of a mail: the one that the request names, else the configuration's for this kind of mail, both of the top-level
 * organization. What the request's variables do not give, the configuration's do.
 *
 * @returns `undefined` where none is named: then the mail says what the service's own says.
 * @throws {RefusedError} EMAIL_TEMPLATE_NOT_FOUND, EMAIL_TEMPLATE_UNFIT, REQUEST_INVALID
 */
export async function chosenTemplate(db: Kysely<Tables>, choice: TemplateChoice): Promise<ChosenTemplate | undefined> {
  const { requested, settings, kind, language, magicLinkTemplate } = choice;
  const given = variablesOf(requested?.templateVariables);
  const template = await templateOf(db, choice);
  if (!template) {
    if (requested?.templateVariables) throw violation('templateVariables', 'is for a template, and none is named');
    return undefined;
  }
  if (template.kind !== kind)
    throw refused('EMAIL_TEMPLATE_UNFIT', { about: `it is an ${template.kind}, this mail an ${kind}` });
  const { frame, texts } = usableTemplate(db, template);
  const unknown = Object.keys(given).find((name) => !frame.variables.includes(name));
  if (unknown !== undefined) throw violation('templateVariables', `names ${unknown}, which the template does not have`);
  const languages = JSON.parse(template.languages) as string[];
  const text = texts[Math.max(0, languages.indexOf(language ?? 'en'))]?.();
  if (!text?.read) throw refused('EMAIL_TEMPLATE_UNFIT', { about: 'it must be written again' });
  const configured = readVariables(settings.emailCustomizationParams.templateVariables);
  const variables = { ...('variables' in configured && configured.variables), ...given };
  const link = magicLinkTemplate === undefined ? 'none' : 'given';
  const fault = text.faultOf({ variables, link });
  if (fault) throw refused('EMAIL_TEMPLATE_UNFIT', { about: fault });
  return { read: text.read, language: text.language, variables };
}

async function templateOf(
  db: Kysely<Tables>,
  { organization, requested, settings, kind }: TemplateChoice,
): Promise<Row<'email_templates'> | undefined> {
  const organizationId = organization.parent_id ?? organization.organization_id;
  if (requested?.templateId) return templateBy(db, organizationId, requested.templateId);
  for (const id of configuredIds(settings, kind)) {
    const template = await templateBy(db, organizationId, id);
    if (template.kind === kind) return template;
  }
  return undefined;
}

/** @throws {RefusedError} REQUEST_INVALID */
function variablesOf(json: string | undefined): Readonly<Record<string, string>> {
  const given = readVariables(json);
  if ('fault' in given) throw violation('templateVariables', given.fault);
  return given.variables;
}

const violation = (name: string, description: string): RefusedError =>
  refused('REQUEST_INVALID', {
    fieldViolations: [{ field: `parameters.emailCustomization.${name}`, description }],
  });

type CodeRequest = {
  readonly otpType: OtpType;
  readonly emailCustomization?:
    | (TemplateChoice['requested'] & { readonly magicLinkTemplate?: string | undefined })
    | undefined;
  readonly language?: Language | undefined;
};

/** The template of a code's mail; of a text message there is none. @throws {RefusedError} as {@link chosenTemplate} does */
export async function templateOfCode(
  db: Kysely<Tables>,
  { otpType, emailCustomization: requested, language }: CodeRequest,
  settings: AuthProxySettings,
  { organization }: Pick<TemplateChoice, 'organization'>,
): Promise<ChosenTemplate | undefined> {
  if (otpType !== 'OTP_TYPE_EMAIL') return undefined;
  const magicLinkTemplate = requested?.magicLinkTemplate || undefined;
  const kind = 'EMAIL_TEMPLATE_KIND_CODE';
  return chosenTemplate(db, { organization, kind, requested, settings, language, magicLinkTemplate });
}
