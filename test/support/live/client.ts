import { type Answer, fingerprintOf, type Ledger, type Sent } from './ledger.js';
import { pause } from './serve.js';

/** A client that repeats every request until it is answered, and records each answer in the ledger. */
export type Client = {
  /** Sends the same bytes until they are answered, and waits while the service is down. */
  readonly send: (request: Sent) => Promise<Answer>;
  /** Sends once, for requests that must not be repeated. `undefined` if the answer was lost. */
  readonly sendOnce: (request: Sent) => Promise<Answer | undefined>;
  /** The requests that are sent and not answered yet. */
  readonly underWay: () => readonly Sent[];
  /** Waits until the service is up. @throws {Over} */
  readonly whileOpen: () => Promise<void>;
  /** Makes new requests wait. Resolves when all requests that are sent have ended. */
  readonly close: () => Promise<void>;
  /** The service is up, at this URL. */
  readonly open: (url: string) => void;
  /** Ends the run: waiting requests, and all later ones, throw {@link Over}. */
  readonly end: () => void;
};

export function createClient(ledger: Ledger): Client {
  let url = '';
  let gate = createGate();
  const underWay: Sent[] = [];

  async function attempt(request: Sent): Promise<Answer | undefined> {
    underWay.push(request);
    try {
      return await post(url, request);
    } catch {
      return undefined; // the connection was cut off
    } finally {
      underWay.splice(underWay.indexOf(request), 1);
    }
  }

  /** @returns `undefined` if the request was not acknowledged. */
  async function sendOnce(request: Sent): Promise<Answer | undefined> {
    await gate.passed;
    ledger.unanswered.add(request);
    const answer = await attempt(request);
    if (answer === undefined) return undefined;
    if (isForLater(answer)) {
      ledger.unavailable += 1;
      return undefined;
    }
    ledger.unanswered.delete(request);
    if (answer.status >= 500 && !hasFailed(answer))
      ledger.surprises.push(`${request.kind} answered ${answer.status}: ${answer.text}`);
    else {
      ledger.acknowledged.push({ ...request, answer });
      ledger.acknowledgedAtMs.set(fingerprintOf(request.body), Date.now());
    }
    return answer;
  }

  return {
    sendOnce,
    async send(request) {
      for (;;) {
        const answer = await sendOnce(request);
        if (answer !== undefined) return answer;
        await pause(20);
      }
    },
    underWay: () => [...underWay],
    whileOpen: () => gate.passed,
    async close() {
      gate = createGate();
      while (underWay.length > 0) await pause(2);
    },
    open(at) {
      url = at;
      gate.open();
    },
    end: () => gate.lock(new Over()),
  };
}

/** Whether the service was too busy, and did nothing: the same bytes may be sent again. */
export const isForLater = (answer: Answer): boolean => [408, 503, 504].includes(answer.status) && !hasFailed(answer);

/** Whether the activity failed for good, because another server did not do its part. */
export const hasFailed = ({ status, text }: Answer): boolean =>
  status === 503 && (text.includes('"START_AGAIN"') || text.includes('"PROVIDER_UNREACHABLE"'));

/** Sends once, without a ledger. Throws if there is no answer. */
export async function post(url: string, { path, headers, body }: Sent): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

function createGate() {
  let open = () => {};
  let lock: (reason: Over) => void = () => {};
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    lock = reject;
  });
  passed.catch(() => {}); // there may be no waiting request
  return { passed, open, lock };
}

/** The run is over. */
export class Over extends Error {}
