import { onTestFinished } from 'vitest';

/** What a page reports of errors that nobody caught, until the test ends. */
export function reportedErrors(): unknown[] {
  const reported: unknown[] = [];
  const hear = ({ error }: ErrorEvent) => void reported.push(error);
  addEventListener('error', hear);
  onTestFinished(() => removeEventListener('error', hear));
  return reported;
}
