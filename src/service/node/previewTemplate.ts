import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmailTemplateKind, EmailTemplateText } from '../../contract/emailTemplates.records.js';
import type { Language } from '../../contract/language.js';
import { LatchkeyError } from '../../errors.js';
import { sampleMail } from '../coordinator/mails/sampleMail.js';
import { faultOfUse } from '../templates/faultOfUse.js';
import { kindsOfTemplates } from '../templates/kinds.js';
import { type ReadTemplateText, readTemplate, type TemplateFrame } from '../templates/readTemplate.js';
import { readVariables } from '../templates/readVariables.js';
import type { Outputs } from './outputs.js';
import { writeText } from './writeText.js';

/** A template in files, and what to show in it. */
export type TemplateFiles = {
  readonly kind: EmailTemplateKind;
  readonly subject: string;
  /** Names of files. */
  readonly text: string;
  readonly html: string;
  readonly language: Language;
  /** JSON. The names in it are the template's variables. */
  readonly variables: string | undefined;
  readonly appName: string;
  /** The folder that the mail is written to. */
  readonly out: string;
};

/**
 * `latchkey template preview`: looks at a template as the service does when it is made and used, and writes the mail that it would send.
 *
 * @returns the code that the program ends with: 0 where the template is good.
 * @throws {PreviewError} FILE_UNREADABLE, VARIABLES_INVALID
 * @throws {WriteError} FILE_UNWRITABLE
 */
export async function previewTemplate(
  files: TemplateFiles,
  { print, say }: Outputs,
  clock: () => number = Date.now,
): Promise<number> {
  const { language, out } = files;
  const result = await readFiles(files, say);
  if (!result) return 1;
  const { kind, appName } = files;
  const template = { read: result.read, language, variables: result.variables };
  const mail = sampleMail({ ...plainLook, kind, appName, to: 'ada@example.com', nowMs: clock(), template });
  for (const [name, content] of [
    ['preview.txt', `Subject: ${mail.subject}\n\n${mail.text}`],
    ['preview.html', mail.html],
  ] as const) {
    await writeText(join(out, name), content);
    print(join(out, name));
  }
  return 0;
}

/** A template in files that is good, and its sample variables. */
export type GoodTemplate = {
  readonly written: Required<Omit<EmailTemplateText, 'language'>>;
  readonly read: ReadTemplateText;
  readonly variables: Readonly<Record<string, string>>;
};

/**
 * Reads a template as the service does when it is made and used.
 *
 * @returns `undefined` where it is at fault: each fault is then said, with its file, line and column.
 * @throws {PreviewError} FILE_UNREADABLE, VARIABLES_INVALID
 */
export async function readFiles(files: TemplateFiles, say: Outputs['say']): Promise<GoodTemplate | undefined> {
  const { kind, subject } = files;
  const given = readVariables(files.variables);
  if ('fault' in given) throw new PreviewError('VARIABLES_INVALID', `--variables ${given.fault}.`);
  const { variables } = given;
  const frame: TemplateFrame = { kind, variables: Object.keys(variables) };
  const own = frame.variables.find((name) => (kindsOfTemplates[kind].gives as readonly string[]).includes(name));
  if (own !== undefined) throw new PreviewError('VARIABLES_INVALID', `${own} is given by the service.`);
  const written = { subject, text: await contentOf(files.text), html: await contentOf(files.html) };
  const result = readTemplate(written, frame);
  if ('faults' in result) {
    for (const { part, message } of result.faults) say(`${part === 'subject' ? '--subject' : files[part]}, ${message}`);
    return undefined;
  }
  const fault = faultOfUse(result.read, frame, { variables, link: 'given' });
  if (fault) throw new PreviewError('VARIABLES_INVALID', `The template cannot be filled: ${fault}.`);
  return { written, read: result.read, variables };
}

const plainLook = {
  logoUrl: undefined,
  fromAddress: undefined,
  fromName: undefined,
  replyTo: undefined,
  language: undefined,
};

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new PreviewError('FILE_UNREADABLE', `${file} cannot be read.`, { cause });
  }
}

/** What is to be shown is not there, or fits no template. */
class PreviewError extends LatchkeyError<'FILE_UNREADABLE' | 'VARIABLES_INVALID'> {}
