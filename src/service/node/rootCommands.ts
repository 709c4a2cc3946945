import { readDashboardUrl } from './environment.js';
import { outputs } from './outputs.js';
import { parse, rootEnvironment, rootOptions, UsageError } from './words.js';

/** A command of the program, by the words that follow its name. */
export type Command = (args: readonly string[]) => Promise<void>;

const jsonOption = { json: { type: 'boolean', default: false } } as const;

/** What is done as a root user: at a service's URL, on the database, or at the `latchkey dev` of this machine. */
export const rootCommands: Record<string, Command> = {
  async config(args) {
    if (args[0] === 'export' || args[0] === 'apply') return configFile(args);
    const { values, positionals } = parse(args, {
      ...rootOptions,
      ...jsonOption,
      'public-clients': { type: 'boolean', default: false },
    });
    const publicClients = values['public-clients'];
    const [verb, ...assignments] = positionals;
    const isSet = verb === 'set' && (assignments.length > 0 || publicClients);
    if (!isSet && (verb !== 'get' || assignments.length > 1 || publicClients)) {
      throw new UsageError(
        'USAGE',
        'It reads latchkey config get [name], set name=value …, export [FILE], or apply FILE.',
      );
    }
    const environment = await rootEnvironment('config', values);
    const { readAssignments } = await import('./readAssignments.js');
    const [name] = assignments;
    const wanted = isSet
      ? { changes: readAssignments(assignments), publicClients }
      : name
        ? { name, json: values.json }
        : undefined;
    const { configCommand } = await import('./configCommand.js');
    process.exitCode = await configCommand(environment, wanted, outputs);
  },

  async policies(args) {
    const { values, positionals } = parse(args, { ...rootOptions, ...jsonOption });
    const [verb, file, ...more] = positionals;
    const takesFile = verb === 'lint' || verb === 'diff' || verb === 'apply' || verb === 'test';
    if (more.length > 0 || !(verb === 'get' ? file === undefined : takesFile && file !== undefined))
      throw new UsageError(
        'USAGE',
        'It reads latchkey policies get, or latchkey policies lint, diff, apply or test FILE.',
      );
    if (verb === 'lint' && (values.url ?? values.organization ?? (values.dev || undefined)) !== undefined)
      throw new UsageError('USAGE', 'latchkey policies lint asks no service.');
    const commands = await import('./policiesCommand.js');
    const wanted = { path: file ?? '', json: values.json };
    if (verb === 'lint') {
      process.exitCode = await commands.lintPolicies(wanted, outputs);
      return;
    }
    const environment = await rootEnvironment('policies', values);
    if (verb === 'test') {
      const { testPolicies } = await import('./testPolicies.js');
      process.exitCode = await testPolicies(environment, wanted, outputs);
    } else if (verb === 'get') process.exitCode = await commands.getPolicies(environment, outputs);
    else if (verb === 'diff') process.exitCode = await commands.diffPolicies(environment, wanted, outputs);
    else process.exitCode = await commands.applyPolicies(environment, wanted, outputs);
  },

  async activities(args) {
    const { values, positionals } = parse(args, {
      ...rootOptions,
      ...jsonOption,
      status: { type: 'string' },
      type: { type: 'string' },
      by: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      limit: { type: 'string' },
      after: { type: 'string' },
    });
    const [verb, id, ...more] = positionals;
    const { status: statusWord, type: typeWord, limit = '20', by, after, json } = values;
    if (more.length > 0 || !(verb === 'show' ? id !== undefined : (verb === 'list' || verb === 'export') && !id))
      throw new UsageError('USAGE', 'It reads latchkey activities list, activities show ID, or activities export.');
    const filters = [statusWord, typeWord, by, values.since, values.until, values.limit, after];
    if (verb === 'show' && filters.some((each) => each !== undefined))
      throw new UsageError('USAGE', 'activities show ID takes none of the filters of the list.');
    const { isActivityType, isId, listCommand, momentNamed, showCommand, statusNamed, statusWords } = await import(
      './activitiesCommand.js'
    );
    const status = statusWord === undefined ? undefined : statusNamed(statusWord);
    if (statusWord !== undefined && !status)
      throw new UsageError('USAGE', `--status is one of ${statusWords.join(', ')}.`);
    const type = typeWord?.replace(/^(?!ACTIVITY_TYPE_)/, 'ACTIVITY_TYPE_');
    if (type !== undefined && !isActivityType(type))
      throw new UsageError('USAGE', '--type is one of those that the list shows, like CREATE_WALLET.');
    const [sinceMs, untilMs] = (['since', 'until'] as const).map((name) => {
      const text = values[name];
      const moment = text === undefined ? undefined : momentNamed(text);
      if (text !== undefined && moment === undefined)
        throw new UsageError('USAGE', `--${name} is a day or a time, like 2026-11-30 or 2026-11-30T12:00Z.`);
      return moment;
    });
    if (after !== undefined && !isId(after)) throw new UsageError('USAGE', '--after is the id of an activity.');
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError('USAGE', '--limit is a number from 1 to 999999.');
    const environment = await rootEnvironment('activities', values);
    if (verb === 'show') {
      process.exitCode = await showCommand(environment, id ?? '', outputs);
      return;
    }
    const all = verb === 'export';
    const most = all && values.limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
    const wanted = { status, type, by, sinceMs, untilMs, after, limit: most, json: json || all };
    process.exitCode = await listCommand(environment, wanted, outputs);
  },

  async admin(args) {
    const [verb, ...rest] = args;
    if (verb === 'enroll') return enroll(rest);
    if (verb === 'who') return who(rest);
    throw new UsageError('USAGE', 'It reads latchkey admin enroll, or latchkey admin who.');
  },

  async webhook(args) {
    const { values, positionals } = parse(args, { ...rootOptions, ...jsonOption });
    const [verb, id, ...more] = positionals;
    const isRead = verb === 'test' ? id !== undefined : verb === 'list' && id === undefined;
    if (!isRead || more.length > 0)
      throw new UsageError('USAGE', 'It reads latchkey webhook list, or latchkey webhook test ID.');
    const environment = await rootEnvironment('webhook', values);
    const { listWebhooks, testWebhook } = await import('./webhookCommand.js');
    const { json } = values;
    process.exitCode =
      id === undefined
        ? await listWebhooks(environment, { json }, outputs)
        : await testWebhook(environment, { endpointId: id, json }, outputs);
  },

  async sessions(args) {
    const { values, positionals } = parse(args, { ...rootOptions, ...jsonOption });
    const [verb, whose, ...more] = positionals;
    if (verb !== 'revoke' || !whose || more.length > 0)
      throw new UsageError('USAGE', 'It reads latchkey sessions revoke, and a user id, a contact, or all.');
    const environment = await rootEnvironment('sessions', values);
    const { revokeSessions } = await import('./sessionsCommand.js');
    process.exitCode = await revokeSessions(environment, { whose, json: values.json }, outputs);
  },

  async template(args) {
    const { readTemplateWords } = await import('./templateWords.js');
    const { values, positionals } = parse(args, {
      ...rootOptions,
      name: { type: 'string' },
      kind: { type: 'string' },
      subject: { type: 'string' },
      text: { type: 'string' },
      html: { type: 'string' },
      language: { type: 'string', default: 'en' },
      variables: { type: 'string' },
      app: { type: 'string' },
      out: { type: 'string' },
    });
    const verb = positionals.join(' ');
    if (verb !== 'preview' && verb !== 'put')
      throw new UsageError('USAGE', 'It reads latchkey template preview, or latchkey template put.');
    const { app = 'Acme', out = '.' } = values;
    const files = readTemplateWords({ ...values, app, out });
    if (typeof files === 'string') throw new UsageError('USAGE', files);
    const { name, url, organization, dev } = values;
    if (verb === 'preview') {
      if (name ?? url ?? organization ?? (dev || undefined))
        throw new UsageError('USAGE', 'latchkey template preview asks no service.');
      const { previewTemplate } = await import('./previewTemplate.js');
      process.exitCode = await previewTemplate(files, outputs);
      return;
    }
    if (!name) throw new UsageError('USAGE', 'latchkey template put needs --name.');
    if (values.app ?? values.out) throw new UsageError('USAGE', 'latchkey template put takes no --app and no --out.');
    const environment = await rootEnvironment('template', values);
    const { putTemplate } = await import('./putTemplate.js');
    process.exitCode = await putTemplate(environment, { ...files, name }, outputs);
  },
};

/** `latchkey config export [FILE]` and `apply FILE` */
async function configFile(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, { ...rootOptions, ...jsonOption, 'dry-run': { type: 'boolean' } });
  const [verb, path, ...more] = positionals;
  const isDry = values['dry-run'] === true;
  if (more.length > 0 || (verb === 'export' ? isDry : path === undefined))
    throw new UsageError('USAGE', 'It reads latchkey config export [FILE], or latchkey config apply FILE [--dry-run].');
  const environment = await rootEnvironment('config', values);
  const { applyConfig, exportConfig } = await import('./configFileCommand.js');
  process.exitCode =
    verb === 'apply'
      ? await applyConfig(environment, { path: path ?? '', isDry, json: values.json }, outputs)
      : await exportConfig(environment, path, outputs);
}

/** `latchkey admin enroll [TEXT]` */
async function enroll(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, { ...rootOptions, user: { type: 'string' } });
  const [text, ...more] = positionals;
  if (more.length > 0) throw new UsageError('USAGE', 'It reads latchkey admin enroll, or latchkey admin enroll TEXT.');
  if (text === undefined && values.user !== undefined) throw new UsageError('USAGE', '--user needs TEXT too.');
  const { enrollCommand, printEnrolAddress } = await import('./dashboard/enrollCommand.js');
  if (text === undefined) {
    process.exitCode = printEnrolAddress(dashboardUrlOf(values.dev), outputs);
    return;
  }
  const environment = { ...(await rootEnvironment('admin', values)), dashboardUrl: dashboardUrlOf(values.dev) };
  const { askOnTerminal: ask } = await import('./askOnTerminal.js');
  process.exitCode = await enrollCommand(environment, { text, userId: values.user }, { ...outputs, ask });
}

/** `latchkey admin who TEXT` */
async function who(args: readonly string[]): Promise<void> {
  const { values, positionals: text } = parse(args, { ...rootOptions, ...jsonOption });
  if (text.length === 0)
    throw new UsageError('USAGE', 'It reads latchkey admin who, and a contact, id, address or name.');
  const environment = await rootEnvironment('admin', values);
  const { whoCommand } = await import('./who/whoCommand.js');
  process.exitCode = await whoCommand(environment, { text: text.join(' '), json: values.json }, outputs);
}

/** Where operators log in: of the latchkey dev that runs on this machine, or as it is set. @throws {EnvironmentError} ENVIRONMENT_INVALID */
const dashboardUrlOf = (dev: boolean): string =>
  dev ? `http://localhost:${process.env.PORT ?? 4500}/dashboard` : readDashboardUrl(process.env);
