/** The output of a command: results to standard output, messages to standard error, one line each. */
export type Outputs = { readonly print: (line: string) => void; readonly say: (line: string) => void };

/** Those of the program. */
export const outputs: Outputs = {
  print: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
};
