import { type Answer, fingerprintOf, type Ledger, type Sent } from './ledger.js';
import { pause } from './serve.js';

/** Sends requests as a client does that never gives up, and writes each answer into the ledger. */
export type Client = {
  /** Sends until there is an answer: always the same bytes, and only while the service is there. */
  readonly send: (request: Sent) => Promise<Answer>;
  /** Sends once; `undefined` where the answer was lost. For what must not be sent twice. */
  readonly sendOnce: (request: Sent) => Promise<Answer | undefined>;
  /** What is sent and not answered yet. */
  readonly underWay: () => readonly Sent[];
  /** Settles when the service is there. @throws {Over} */
  readonly whileOpen: () => Promise<void>;
  /** From now on, who wants to send waits. Settles when nothing is under way any more. */
  readonly close: () => Promise<void>;
  /** The service is there, at this address. */
  readonly open: (url: string) => void;
  /** Who waits, or comes to wait, gets {@link Over}. */
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
      return undefined; // cut off
    } finally {
      underWay.splice(underWay.indexOf(request), 1);
    }
  }

  /** `undefined`: nothing was promised. */
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

/** The service had no time for it, as on a machine with too much to do, and promised nothing: the same bytes may come again. */
export const isForLater = (answer: Answer): boolean => [408, 503, 504].includes(answer.status) && !hasFailed(answer);

/** An outcome that is recorded, and stays: what another server was to do came to nothing. */
export const hasFailed = ({ status, text }: Answer): boolean =>
  status === 503 && (text.includes('"START_AGAIN"') || text.includes('"PROVIDER_UNREACHABLE"'));

/** Sends once, outside of any ledger. Throws where there is no answer. */
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
  passed.catch(() => {}); // nobody may be waiting
  return { passed, open, lock };
}

/** The run is over. */
export class Over extends Error {}
