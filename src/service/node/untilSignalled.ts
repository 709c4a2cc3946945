/**
 * Settles when this process is asked to end, by Ctrl-C or by whoever runs it. Asked again, it ends at once. Called before a
 * program says that it is ready, so that none is asked before it listens.
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
