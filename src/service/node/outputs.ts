/** Where a command speaks: answers to standard output, sentences to standard error. A line each. */
export type Outputs = { readonly print: (line: string) => void; readonly say: (line: string) => void };
