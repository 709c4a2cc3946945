import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { EmailTemplateKind } from '../../../contract/emailTemplates.records.js';
import { refused } from '../../../contract/refusals.js';
import type { Row, Tables } from '../../store/schema.js';
import { readVariables } from '../../templates/readVariables.js';
import { findTemplate } from '../records/emailTemplates.js';
import { usableTemplate } from './usableTemplate.js';

type Templates = Pick<AuthProxySettings, 'otpTemplateId' | 'emailAuthTemplateId' | 'emailCustomizationParams'>;

/** The templates that a configuration names, by the member that names each, and the one kind that it may have there. */
const namedIn = ({ otpTemplateId, emailAuthTemplateId, emailCustomizationParams }: Templates) =>
  [
    { field: 'otpTemplateId', id: otpTemplateId, kind: 'EMAIL_TEMPLATE_KIND_CODE' },
    { field: 'emailAuthTemplateId', id: emailAuthTemplateId, kind: 'EMAIL_TEMPLATE_KIND_LOGIN_LINK' },
    { field: 'emailCustomizationParams.templateId', id: emailCustomizationParams.templateId, kind: undefined },
  ] as const;

export const isNamedBy = (settings: Templates, templateId: string): boolean =>
  namedIn(settings).some(({ id }) => id === templateId);

/** The `templateVariables` of a configuration that names the template. */
export const givenTo = (templateId: string, settings: Templates | undefined): string | undefined =>
  settings && isNamedBy(settings, templateId) ? (settings.emailCustomizationParams.templateVariables ?? '') : undefined;

/** The ids of the templates that a configuration has for mails of one kind, the nearest first; the last may be of another kind. */
export const configuredIds = (settings: Templates, kind: EmailTemplateKind): readonly string[] =>
  namedIn(settings).flatMap((each) => (each.id !== undefined && (each.kind ?? kind) === kind ? [each.id] : []));

/**
 * What keeps a configured template from being filled by the configuration alone. That of codes must be: whoever asks the auth proxy for
 * a code gives nothing. Who asks for links may give more.
 */
export function faultOfConfigured(
  db: Kysely<Tables>,
  template: Pick<Row<'email_templates'>, 'template_id' | 'kind' | 'variables' | 'texts'>,
  templateVariables: string | undefined,
): string | undefined {
  const given = readVariables(templateVariables);
  if ('fault' in given) return `templateVariables ${given.fault}`;
  if (template.kind !== 'EMAIL_TEMPLATE_KIND_CODE') return undefined;
  for (const text of usableTemplate(db, template).texts) {
    const fault = text().faultOf({ ...given, link: 'none' });
    if (fault) return fault;
  }
  return undefined;
}

/** @throws {RefusedError} PROXY_CONFIG_INVALID with the member at fault */
export async function checkConfiguredTemplates(
  db: Kysely<Tables>,
  organizationId: string,
  settings: Templates,
): Promise<void> {
  const given = readVariables(settings.emailCustomizationParams.templateVariables);
  if ('fault' in given) throw invalid('emailCustomizationParams.templateVariables', given.fault);
  for (const { field, id, kind } of namedIn(settings)) {
    if (id === undefined) continue;
    const template = await findTemplate(db, organizationId, id);
    if (!template) throw invalid(field, "must be one of the organization's e-mail templates");
    if (kind !== undefined && template.kind !== kind) throw invalid(field, `must be of the kind ${kind}`);
    const fault = faultOfConfigured(db, template, settings.emailCustomizationParams.templateVariables);
    if (fault) throw invalid(field, `cannot be sent: ${fault}`);
  }
}

const invalid = (field: string, description: string) =>
  refused('PROXY_CONFIG_INVALID', { fieldViolations: [{ field, description }], about: `${field} ${description}` });
