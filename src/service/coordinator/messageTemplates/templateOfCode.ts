import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../../contract/authProxy.records.js';
import type { OtpType } from '../../../contract/contact.js';
import type { Language } from '../../../contract/language.js';
import type { Tables } from '../../store/schema.js';
import { type ChosenTemplate, chosenTemplate, type TemplateChoice } from './chosenTemplate.js';

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
