import { isIP } from 'node:net';
import {
  readDashboardUrl,
  readDeliveryEnvironment,
  readInitEnvironment,
  readServeEnvironment,
  readStoreEnvironment,
} from './environment.js';
import { checkPackages, manifest } from './packages.js';
import { untilSignalled } from './untilSignalled.js';
import { usageOf } from './usage.js';
import { worded } from './worded.js';
import { parse, read, rootEnvironment, rootOptions, UsageError, words } from './words.js';

/**
 * The program `latchkey`. Answers go to standard output, sentences to standard error.
 *
 * Exit codes: 0; 1 with an error message; 2 with the command's usage for invalid arguments.
 */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await run(args);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.exitCode = isUsage ? 2 : 1;
    process.stderr.write(`${worded(error)}\n${isUsage ? `\n${usageOf(args[0] ?? '')}` : ''}`);
  }
}

type Command = (args: readonly string[]) => Promise<void>;

const commands: Record<string, Command> = {
  async dev(args) {
    const { expose } = read(args, { expose: { type: 'boolean', default: false } });
    checkPackages('dev', process.env);
    const { startDev } = await import('./startDev.js');
    const signalled = untilSignalled();
    const running = await startDev({ variables: process.env, reach: expose ? 'exposed' : 'loopback' });
    const { devIntro } = await import('./devIntro.js');
    const page = running.reach === 'loopback' ? { page: `${running.url}/` } : {};
    process.stdout.write(devIntro(running, page));
    await signalled;
    await running.stop();
  },

  async serve(args) {
    read(args, {});
    const environment = readServeEnvironment(process.env);
    checkPackages('serve', process.env);
    const { startServe } = await import('./startServe.js');
    const { dashboardFiles } = await import('./dashboard/dashboardFiles.js');
    const signalled = untilSignalled();
    const running = await startServe(environment, dashboardFiles(process.env.DASHBOARD_FILES));
    await signalled;
    await running.stop();
  },

  async init(args) {
    const { name, 'root-public-key': rootPublicKey } = read(args, {
      name: { type: 'string' },
      'root-public-key': { type: 'string' },
    });
    if (!name || !rootPublicKey) throw new UsageError('USAGE', 'latchkey init needs --name and --root-public-key.');
    if (!/^0[23][0-9a-f]{64}$/i.test(rootPublicKey))
      throw new UsageError('USAGE', '--root-public-key is LATCHKEY_ROOT_PUBLIC_KEY of latchkey keygen: 66 hex digits.');
    const environment = readInitEnvironment(process.env);
    checkPackages('init', process.env);
    const { initParent } = await import('./initParent.js');
    await initParent(environment, { name, rootPublicKey }, { print, say });
  },

  async reseal(args) {
    const { forget } = read(args, { forget: { type: 'string', multiple: true } });
    if (forget?.includes('')) throw new UsageError('USAGE', '--forget needs the id of a key.');
    const environment = { ...readInitEnvironment(process.env), forget };
    checkPackages('reseal', process.env);
    const { resealCommand } = await import('./resealCommand.js');
    process.exitCode = await resealCommand(environment, say);
  },

  async check(args) {
    read(args, {});
    const environment = readInitEnvironment(process.env);
    checkPackages('check', process.env);
    const { checkCommand } = await import('./checkCommand.js');
    process.exitCode = await checkCommand(environment, { print, say });
  },

  async doctor(args) {
    const values = read(args, {
      resolver: { type: 'string', multiple: true },
      'dkim-selector': { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    const { resolver: resolvers, 'dkim-selector': selector, json } = values;
    if (resolvers?.some((each) => !isResolver(each)))
      throw new UsageError('USAGE', '--resolver is an address, like 9.9.9.9 or 127.0.0.1:5353.');
    if (selector !== undefined && !/^[\w-]+(?:\.[\w-]+)*$/.test(selector))
      throw new UsageError('USAGE', '--dkim-selector is a name, like mail2026.');
    checkPackages('doctor', process.env);
    const { doctorCommand } = await import('./doctor/doctorCommand.js');
    const code = await doctorCommand(process.env, { resolvers, selector, json }, { print, say });
    // What has not answered in time may hold the process for ever.
    process.stdout.write('', () => process.exit(code));
  },

  async 'send-test'(args) {
    const { to } = read(args, { to: { type: 'string' } });
    if (!to) throw new UsageError('USAGE', 'latchkey send-test needs --to: an e-mail address or a phone number.');
    const delivery = readDeliveryEnvironment(process.env);
    checkPackages('send-test', process.env);
    const { sendTestCommand } = await import('./sendTestCommand.js');
    process.exitCode = await sendTestCommand(delivery, to, { print, say });
  },

  async trust(args) {
    if (read(args, { dev: rootOptions.dev }).dev) {
      print(await (await import('./devConfig.js')).devAttestationRoot(process.env));
      return;
    }
    const environment = readInitEnvironment(process.env);
    checkPackages('trust', process.env);
    const { trustCommand } = await import('./trustCommand.js');
    await trustCommand(environment, { print, say });
  },

  async backup(args) {
    const [file] = words(args, 1);
    if (!file) throw new UsageError('USAGE', 'latchkey backup needs the name of a file.');
    const place = readStoreEnvironment(process.env);
    checkPackages('backup', process.env);
    const { backupCommand } = await import('./backupCommand.js');
    process.exitCode = await backupCommand(place, file, { print, say });
  },

  async restore(args) {
    const [file] = words(args, 1);
    if (!file) throw new UsageError('USAGE', 'latchkey restore needs the name of a file.');
    const environment = readInitEnvironment(process.env);
    checkPackages('restore', process.env);
    const { restoreCommand } = await import('./restoreCommand.js');
    process.exitCode = await restoreCommand(environment, file, { print, say });
  },

  async config(args) {
    if (args[0] === 'export' || args[0] === 'apply') return configFile(args);
    const { values, positionals } = parse(args, {
      ...rootOptions,
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
    const wanted = isSet ? { changes: readAssignments(assignments), publicClients } : name ? { name } : undefined;
    const { configCommand } = await import('./configCommand.js');
    process.exitCode = await configCommand(environment, wanted, { print, say });
  },

  async policies(args) {
    const { values, positionals } = parse(args, { ...rootOptions, json: { type: 'boolean', default: false } });
    const [verb, file, ...more] = positionals;
    const takesFile = verb === 'lint' || verb === 'diff' || verb === 'apply' || verb === 'test';
    if (values.json && verb !== 'test') throw new UsageError('USAGE', 'latchkey policies test alone answers --json.');
    if (more.length > 0 || !(verb === 'get' ? file === undefined : takesFile && file !== undefined))
      throw new UsageError(
        'USAGE',
        'It reads latchkey policies get, or latchkey policies lint, diff, apply or test FILE.',
      );
    if (verb === 'lint' && (values.url ?? values.organization ?? (values.dev || undefined)) !== undefined)
      throw new UsageError('USAGE', 'latchkey policies lint asks no service.');
    const commands = await import('./policiesCommand.js');
    const outputs = { print, say };
    if (verb === 'lint') {
      process.exitCode = await commands.lintPolicies(file ?? '', outputs);
      return;
    }
    const environment = await rootEnvironment('policies', values);
    if (verb === 'test') {
      const { testPolicies } = await import('./testPolicies.js');
      process.exitCode = await testPolicies(environment, { path: file ?? '', json: values.json }, outputs);
    } else if (verb === 'get') process.exitCode = await commands.getPolicies(environment, outputs);
    else if (verb === 'diff') process.exitCode = await commands.diffPolicies(environment, file ?? '', outputs);
    else process.exitCode = await commands.applyPolicies(environment, file ?? '', outputs);
  },

  async activities(args) {
    const { values, positionals } = parse(args, {
      ...rootOptions,
      status: { type: 'string' },
      type: { type: 'string' },
      limit: { type: 'string' },
      after: { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    const [verb, id, ...more] = positionals;
    const { status: statusWord, type: typeWord, limit = '20', after, json } = values;
    if (more.length > 0 || !(verb === 'show' ? id !== undefined : (verb === 'list' || verb === 'export') && !id))
      throw new UsageError('USAGE', 'It reads latchkey activities list, activities show ID, or activities export.');
    const { isActivityType, listCommand, showCommand, statusNamed, statusWords } = await import(
      './activitiesCommand.js'
    );
    const status = statusWord === undefined ? undefined : statusNamed(statusWord);
    if (statusWord !== undefined && !status)
      throw new UsageError('USAGE', `--status is one of ${statusWords.join(', ')}.`);
    const type = typeWord?.replace(/^(?!ACTIVITY_TYPE_)/, 'ACTIVITY_TYPE_');
    if (type !== undefined && !isActivityType(type))
      throw new UsageError('USAGE', '--type is one of those that the list shows, like CREATE_WALLET.');
    if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError('USAGE', '--limit is a number from 1 to 999999.');
    const environment = await rootEnvironment('activities', values);
    const outputs = { print, say };
    if (verb === 'show') {
      process.exitCode = await showCommand(environment, id ?? '', outputs);
      return;
    }
    const all = verb === 'export';
    const most = all && values.limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
    process.exitCode = await listCommand(environment, { status, type, after, limit: most, json: json || all }, outputs);
  },

  async admin(args) {
    const [verb, ...rest] = args;
    if (verb === 'enroll') return enroll(rest);
    if (verb === 'who') return who(rest);
    throw new UsageError('USAGE', 'It reads latchkey admin enroll, or latchkey admin who.');
  },

  async webhook(args) {
    const { values, positionals } = parse(args, { ...rootOptions, json: { type: 'boolean', default: false } });
    const [verb, id, ...more] = positionals;
    const isRead = verb === 'test' ? id !== undefined && !values.json : verb === 'list' && id === undefined;
    if (!isRead || more.length > 0)
      throw new UsageError('USAGE', 'It reads latchkey webhook list, or latchkey webhook test ID.');
    const environment = await rootEnvironment('webhook', values);
    const { listWebhooks, testWebhook } = await import('./webhookCommand.js');
    const outputs = { print, say };
    process.exitCode =
      id === undefined ? await listWebhooks(environment, values, outputs) : await testWebhook(environment, id, outputs);
  },

  async sessions(args) {
    const { values, positionals } = parse(args, rootOptions);
    const [verb, whose, ...more] = positionals;
    if (verb !== 'revoke' || !whose || more.length > 0)
      throw new UsageError('USAGE', 'It reads latchkey sessions revoke, and a user id, a contact, or all.');
    const environment = await rootEnvironment('sessions', values);
    const { revokeSessions } = await import('./sessionsCommand.js');
    process.exitCode = await revokeSessions(environment, whose, { print, say });
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
      process.exitCode = await previewTemplate(files, { print, say });
      return;
    }
    if (!name) throw new UsageError('USAGE', 'latchkey template put needs --name.');
    if (values.app ?? values.out) throw new UsageError('USAGE', 'latchkey template put takes no --app and no --out.');
    const environment = await rootEnvironment('template', values);
    const { putTemplate } = await import('./putTemplate.js');
    process.exitCode = await putTemplate(environment, { ...files, name }, { print, say });
  },

  async keygen(args) {
    read(args, {});
    const { keygenText } = await import('./freshSecrets.js');
    print(await keygenText());
  },
};

async function run(args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args;
  if (name === 'help') return print(helpFor(rest));
  if (args.includes('--help') || args.includes('-h')) return print(helpFor(args));
  if (name === '--version' || name === '-v') return print(manifest().version);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === '') throw new UsageError('USAGE', 'What shall it do?');
  if (!command) {
    const all = Object.keys(commands).join(', ');
    process.exitCode = 2;
    return say(`There is no command ${name}, but ${all}. What they do: latchkey --help`);
  }
  await command(rest);
}

/** Of the command that was named, or of all of them. */
const helpFor = ([name = '']: readonly string[]): string => usageOf(name.startsWith('-') ? '' : name).trimEnd();

/** `latchkey config export [FILE]` and `apply FILE` */
async function configFile(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, { ...rootOptions, 'dry-run': { type: 'boolean' } });
  const [verb, path, ...more] = positionals;
  const isDry = values['dry-run'] === true;
  if (more.length > 0 || (verb === 'export' ? isDry : path === undefined))
    throw new UsageError('USAGE', 'It reads latchkey config export [FILE], or latchkey config apply FILE [--dry-run].');
  const environment = await rootEnvironment('config', values);
  const { applyConfig, exportConfig } = await import('./configFileCommand.js');
  process.exitCode =
    verb === 'apply'
      ? await applyConfig(environment, { path: path ?? '', isDry }, { print, say })
      : await exportConfig(environment, path, { print, say });
}

/** `latchkey admin enroll [TEXT]` */
async function enroll(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, { ...rootOptions, user: { type: 'string' } });
  const [text, ...more] = positionals;
  if (more.length > 0) throw new UsageError('USAGE', 'It reads latchkey admin enroll, or latchkey admin enroll TEXT.');
  if (text === undefined && values.user !== undefined) throw new UsageError('USAGE', '--user needs TEXT too.');
  const { enrollCommand, printEnrolAddress } = await import('./dashboard/enrollCommand.js');
  if (text === undefined) {
    process.exitCode = printEnrolAddress(dashboardUrlOf(values.dev), { print, say });
    return;
  }
  const environment = { ...(await rootEnvironment('admin', values)), dashboardUrl: dashboardUrlOf(values.dev) };
  const { askOnTerminal: ask } = await import('./askOnTerminal.js');
  process.exitCode = await enrollCommand(environment, { text, userId: values.user }, { print, say, ask });
}

/** `latchkey admin who TEXT` */
async function who(args: readonly string[]): Promise<void> {
  const { values, positionals: text } = parse(args, { ...rootOptions, json: { type: 'boolean', default: false } });
  if (text.length === 0)
    throw new UsageError('USAGE', 'It reads latchkey admin who, and a contact, id, address or name.');
  const environment = await rootEnvironment('admin', values);
  const { whoCommand } = await import('./who/whoCommand.js');
  process.exitCode = await whoCommand(environment, { text: text.join(' '), json: values.json }, { print, say });
}

/** Where operators log in: of the latchkey dev that runs on this machine, or as it is set. @throws {EnvironmentError} ENVIRONMENT_INVALID */
const dashboardUrlOf = (dev: boolean): string =>
  dev ? `http://localhost:${process.env.PORT ?? 4500}/dashboard` : readDashboardUrl(process.env);

/** An IP address, with or without a port; one of version 6 with a port stands in brackets. */
function isResolver(text: string): boolean {
  const [, address = text, port = '53'] =
    /^\[(.+)\](?::(\d{1,5}))?$/.exec(text) ?? /^([\d.]+):(\d{1,5})$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(port) < 65_536;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const say = (text: string): void => void process.stderr.write(`${text}\n`);
