import { createInterface } from 'node:readline';

/** Asks a question on the terminal, beside what a command prints. @returns the line; an empty one where standard input has ended. */
export function askOnTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.once('close', () => resolve(''));
    lines.question(question, (line) => {
      resolve(line);
      lines.close();
    });
  });
}
