import { isIP } from 'node:net';
import {
  readDeliveryEnvironment,
  readInitEnvironment,
  readServeEnvironment,
  readStoreEnvironment,
} from './environment.js';
import { textForTerminal } from './forTerminal.js';
import { outputs } from './outputs.js';
import { checkPackages, manifest, packageMissing } from './packages.js';
import { type Command, rootCommands } from './rootCommands.js';
import { untilSignalled } from './untilSignalled.js';
import { usageOf } from './usage.js';
import { worded } from './worded.js';
import { read, rootOptions, UsageError, words } from './words.js';

const { print, say } = outputs;

/**
 * The program `latchkey`. Answers go to standard output, sentences to standard error.
 *
 * Exit codes: 0; 1 with an error message, or without one where nobody reads the answers any more; 2 with the command's usage for invalid
 * arguments.
 */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  process.stdout.on('error', endsUnread);
  try {
    await run(args);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.exitCode = isUsage ? 2 : 1;
    process.stderr.write(
      `${textForTerminal(worded(packageMissing(error, args[0] ?? '') ?? error))}\n${isUsage ? `\n${usageOf(args)}` : ''}`,
    );
  }
}

/** Whoever reads the answers may have enough of them, as `head` has. */
function endsUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
}

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
    await initParent(environment, { name, rootPublicKey }, outputs);
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
    const { json } = read(args, { json: { type: 'boolean', default: false } });
    const environment = readInitEnvironment(process.env);
    checkPackages('check', process.env);
    const { checkCommand } = await import('./checkCommand.js');
    process.exitCode = await checkCommand(environment, { json }, outputs);
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
    const code = await doctorCommand(process.env, { resolvers, selector, json }, outputs);
    // What has not answered in time may hold the process for ever.
    process.stdout.write('', () => process.exit(code));
  },

  async 'send-test'(args) {
    const { to } = read(args, { to: { type: 'string' } });
    if (!to) throw new UsageError('USAGE', 'latchkey send-test needs --to: an e-mail address or a phone number.');
    const delivery = readDeliveryEnvironment(process.env);
    checkPackages('send-test', process.env);
    const { sendTestCommand } = await import('./sendTestCommand.js');
    process.exitCode = await sendTestCommand(delivery, to, outputs);
  },

  async trust(args) {
    if (read(args, { dev: rootOptions.dev }).dev) {
      print(await (await import('./devConfig.js')).devAttestationRoot(process.env));
      return;
    }
    const environment = readInitEnvironment(process.env);
    checkPackages('trust', process.env);
    const { trustCommand } = await import('./trustCommand.js');
    await trustCommand(environment, outputs);
  },

  async backup(args) {
    const [file] = words(args, 1);
    if (!file) throw new UsageError('USAGE', 'latchkey backup needs the name of a file.');
    const place = readStoreEnvironment(process.env);
    checkPackages('backup', process.env);
    const { backupCommand } = await import('./backupCommand.js');
    process.exitCode = await backupCommand(place, file, outputs);
  },

  async restore(args) {
    const [file] = words(args, 1);
    if (!file) throw new UsageError('USAGE', 'latchkey restore needs the name of a file.');
    const environment = readInitEnvironment(process.env);
    checkPackages('restore', process.env);
    const { restoreCommand } = await import('./restoreCommand.js');
    process.exitCode = await restoreCommand(environment, file, outputs);
  },

  ...rootCommands,

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
const helpFor = (args: readonly string[]): string => usageOf(args.filter((each) => !each.startsWith('-'))).trimEnd();

/** An IP address, with or without a port; one of version 6 with a port stands in brackets. */
function isResolver(text: string): boolean {
  const [, address = text, port = '53'] =
    /^\[(.+)\](?::(\d{1,5}))?$/.exec(text) ?? /^([\d.]+):(\d{1,5})$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(port) < 65_536;
}
