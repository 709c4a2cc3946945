import { onTestFinished } from 'vitest';
import type { TestService } from '../../../src/testing/createTestService.js';

/** After the test, restores the page, clears its storage, and ends the service. */
export function leavePage(unmount: () => void, container: Element, service: Pick<TestService, 'close'>): void {
  onTestFinished(async () => {
    unmount();
    container.remove();
    localStorage.clear();
    sessionStorage.clear();
    await service.close();
  });
}
