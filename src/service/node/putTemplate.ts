import type { Activity } from '../../contract/activities.records.js';
import { createEmailTemplate, updateEmailTemplate } from '../../contract/emailTemplates.js';
import { getEmailTemplate, listEmailTemplates } from '../../contract/emailTemplates.queries.js';
import type { EmailTemplate, EmailTemplateText } from '../../contract/emailTemplates.records.js';
import { LatchkeyError } from '../../errors.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import type { Outputs } from './outputs.js';
import { readFiles, type TemplateFiles } from './previewTemplate.js';
import type { RootCaller } from './rootCaller.js';
import { submitUnlessWaiting } from './waiting.js';

/**
 * `latchkey template put`: creates the organization's template of that name, or replaces what it says in one language, and prints its id.
 * Its other languages stay. The names of the variables are those given, and must still be those of the other languages.
 *
 * @returns the code that the program ends with: 0 where the service has the template as it is in the files.
 * @throws {RefusedError} what the coordinator refuses
 * @throws {PutError} KIND_DIFFERS
 * @throws {CallerError} ORGANIZATION_UNKNOWN, SERVICE_UNREACHABLE
 */
export async function putTemplate(
  environment: ConfigEnvironment,
  files: TemplateFiles & { readonly name: string },
  { print, say }: Outputs,
  clock: () => number = Date.now,
): Promise<number> {
  const { name, kind, language } = files;
  const good = await readFiles(files, say);
  if (!good) return 1;
  const text: EmailTemplateText = { language, ...good.written };
  const variables = Object.keys(good.variables);
  return asRootUser(
    environment,
    async (caller) => {
      const before = await templateNamed(caller, name);
      if (before && before.kind !== kind)
        throw new PutError('KIND_DIFFERS', `The template ${name} is of another kind: ${before.kind}.`);
      const change = before && changeOf(before, variables, text);
      if (before && !change) {
        print(before.emailTemplateId);
        return 0;
      }
      const { status, fingerprint, result } = change
        ? await submitUnlessWaiting(caller, updateEmailTemplate, change)
        : await submitUnlessWaiting(caller, createEmailTemplate, { name, kind, variables, texts: [text] });
      if (status !== 'ACTIVITY_STATUS_COMPLETED') {
        say(
          `Nothing is changed yet: other root users must approve the activity ${fingerprint}. Wait for that before you put another language.`,
        );
        return 1;
      }
      print(before?.emailTemplateId ?? idIn(result));
      return 0;
    },
    clock,
  );
}

async function templateNamed(caller: RootCaller, name: string): Promise<EmailTemplate | undefined> {
  const { emailTemplates } = await caller.ask(listEmailTemplates, {});
  const found = emailTemplates.find((each) => each.name === name);
  if (!found) return undefined;
  return (await caller.ask(getEmailTemplate, { emailTemplateId: found.emailTemplateId })).emailTemplate;
}

/**
 * Puts the text in the place of that in its language, or after the others, unless somebody changes one meanwhile: they are written together.
 * `undefined` where that changes nothing.
 */
function changeOf(
  { emailTemplateId, variables: names, texts, revision }: EmailTemplate,
  variables: string[],
  text: EmailTemplateText,
) {
  const index = texts.findIndex(({ language }) => language === text.language);
  const own = texts[index];
  const isSame = own?.subject === text.subject && own.text === text.text && own.html === text.html;
  if (isSame && [...names].sort().join() === [...variables].sort().join()) return undefined;
  const others = texts as EmailTemplateText[];
  return {
    emailTemplateId,
    variables,
    texts: index < 0 ? [...others, text] : others.with(index, text),
    ...(revision !== undefined && { expectedRevision: revision }),
  };
}

const idIn = (result: Activity['result']): string =>
  (result as { createEmailTemplateResult: { emailTemplateId: string } }).createEmailTemplateResult.emailTemplateId;

/** Another template has that name. */
class PutError extends LatchkeyError<'KIND_DIFFERS'> {}
