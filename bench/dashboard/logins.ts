import type { Population } from '../growth/population.js';
import { login } from '../growth/trips.js';

const perSecond = 20;

export type Logins = {
  /** Ends them, and waits for those under way. */
  readonly end: () => Promise<{ readonly failed: readonly string[]; readonly perSecond: number }>;
};

/** People log in, each begun whether or not the last one's login has ended; a person's next waits for their last. */
export function keepLoggingIn(population: Population): Logins {
  const startedAt = performance.now();
  const underWay = new Map<number, Promise<unknown>>();
  const failed: string[] = [];
  let begun = 0;
  let ended = 0;
  const begin = () => {
    const person = begun % population.regulars.length;
    if (underWay.has(person)) return;
    const loggingIn = login(population, begun)
      .then(() => (ended += 1))
      .catch((error: unknown) => failed.push(String(error)))
      .finally(() => underWay.delete(person));
    underWay.set(person, loggingIn);
    begun += 1;
  };
  const timer = setInterval(begin, 1000 / perSecond);
  return {
    async end() {
      clearInterval(timer);
      const seconds = (performance.now() - startedAt) / 1000;
      await Promise.all(underWay.values());
      return { failed, perSecond: ended / seconds };
    },
  };
}
