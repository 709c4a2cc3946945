/** Prints a line a check, with what is wrong below it, which fails the program. */
export function check(title: string, faults: readonly string[]): void {
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${title}`);
  for (const fault of faults) console.log(`     ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
