import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildProgram } from '../../support/live/program.js';

const root = join(import.meta.dirname, '../../..');
/** Where the built program stands, as a package of its own. */
export const programFolder: string = join(inject('folderOfRun'), `program-${process.pid}`);

const running = new Set<ChildProcess>();

/** For each file of tests that starts processes: none outlives them, even those that failed. */
export function endsProcesses(): void {
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
  });
}

/** Puts the program beside this checkout's packages, for the file of tests that asks. */
export function builtProgram(): void {
  endsProcesses();
  beforeAll(async () => {
    mkdirSync(programFolder, { recursive: true });
    copyFileSync(join(root, 'package.json'), join(programFolder, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(programFolder, 'node_modules'));
    const { path } = await buildProgram('in few files');
    cpSync(dirname(path), join(programFolder, 'dist'), { recursive: true });
  });
  afterAll(() => rmSync(programFolder, { recursive: true, force: true }));
}

/** Variables of a test's own; of the machine's, only what Node needs. */
type Variables = Record<string, string>;

/** How a process ended, and all it said. */
export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/** A running program. */
export type Started = {
  /** Settles with the first line of standard output that matches; fails when the program ends before. */
  line: (pattern: RegExp) => Promise<RegExpExecArray>;
  signal: (signal: NodeJS.Signals) => void;
  ended: Promise<Ended>;
};

/** Runs the built program; `at` is another folder that holds it. */
export function start(args: string[], variables: Variables = {}, at: string = programFolder): Started {
  return startNode([join(at, 'dist/bin.js'), ...args], variables, at);
}

/** Runs a script in Node. */
export const startNode = (args: string[], variables?: Variables, cwd?: string): Started =>
  startProcess(process.execPath, args, variables, cwd);

/** Runs a command with nothing on its standard input and no terminal. It has ended when all that it started has ended. */
export function startProcess(command: string, args: string[], variables: Variables = {}, cwd: string = root): Started {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_NO_WARNINGS: '1', ...variables };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, ...output });
    });
  });
  const line = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = output.stdout
          .split('\n')
          .slice(0, -1)
          .map((each) => pattern.exec(each))
          .find((match) => match !== null);
        if (found) resolve(found);
      };
      child.stdout.on('data', look);
      look();
      void ended.then(({ code, stderr }) => reject(new Error(`it ended with ${code} before it said so: ${stderr}`)));
    });
  return { line, signal: (signal) => void child.kill(signal), ended };
}

/** Runs the built program to its end. */
export const run = (args: string[], variables?: Variables, at?: string): Promise<Ended> =>
  start(args, variables, at).ended;
