/** Calls each listener. What one throws is reported to the page as its own error: it neither stops the others nor whoever tells. */
export function tellListeners<Told extends readonly unknown[]>(
  listeners: Iterable<(...told: Told) => void>,
  ...told: Told
): void {
  for (const listener of [...listeners])
    try {
      listener(...told);
    } catch (error) {
      setTimeout(() => Promise.reject(error));
    }
}
