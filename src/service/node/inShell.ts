/** A word as a POSIX shell reads it. @see POSIX.1-2024, Shell Command Language, 2.2.2 */
export const inShell = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
