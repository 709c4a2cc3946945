import { onTestFinished } from 'vitest';
import type { TestService } from '../../../src/testing/createTestService.js';

/** After the test: the page is as it was before, nothing is remembered, and the service has ended. */
export function leavePage(unmount: () => void, container: Element, service: Pick<TestService, 'close'>): void {
  onTestFinished(async () => {
    unmount();
    container.remove();
    localStorage.clear();
    sessionStorage.clear();
    await service.close();
  });
}
