import { guardedOutbound } from '../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../src/testing/clock.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { startCaptchaVerifier } from './captchaVerifier.js';

export const siteKey = '0x4AAAAAAAsite';

/** A service whose captchas are verified by a server on this machine. Each line of its log is in `logged`, as JSON. */
export async function openCaptchaService() {
  const clock = createTestClock();
  const verifier = await startCaptchaVerifier(clock);
  const logged: string[] = [];
  const service = await createTestService({
    clock,
    outbound: guardedOutbound('public and loopback'),
    captchaVerifierUrl: verifier.url,
    log: (event, facts) => logged.push(JSON.stringify({ event, ...facts })),
  });
  return {
    ...{ clock, verifier, service, logged },
    /** Before each test: captchas are enabled, every limit of an hour is over, and nothing has been requested or logged. */
    async reset(turnstileActions: string[] = []) {
      clock.advanceMs(3_600_001);
      await service.configure({
        captchaEnabled: true,
        allowedAuthMethods: ['email', 'wallet'],
        turnstileSiteKey: siteKey,
        turnstileSecretKey: verifier.secretKey,
        turnstileHostnames: [],
        turnstileActions,
      });
      verifier.misbehave = undefined;
      verifier.received.length = 0;
      logged.length = 0;
    },
    async close() {
      await service.close();
      await verifier.close();
    },
  };
}
