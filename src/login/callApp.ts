/** Calls a function of the app. What it throws is the app's own error: it is reported to the page, and fails nothing of the kit. */
export function callApp<Given extends unknown[]>(
  listener: ((...given: Given) => void) | undefined,
  ...given: Given
): void {
  try {
    listener?.(...given);
  } catch (thrown) {
    queueMicrotask(() => {
      throw thrown;
    });
  }
}
