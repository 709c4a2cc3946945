/**
 * Settles when this process is asked to end, by Ctrl-C or by its supervisor. A second signal ends it at once. Call it before the program
 * reports that it is ready, so that no signal is missed.
 */
export function untilSignalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const stop = (signal: NodeJS.Signals) => {
      for (const each of signals) process.off(each, stop);
      resolve(signal);
    };
    for (const each of signals) process.on(each, stop);
  });
}
