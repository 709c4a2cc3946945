/** Posts to the node of a chain. */
export type FetchNode = (url: string, init: RequestInit) => Promise<Response>;

/** A node, and how it is asked. */
export type NodeAddress = {
  readonly url: string;
  /** Default: the platform's. */
  readonly fetch?: FetchNode | undefined;
  readonly timeoutMs: number;
};

/** One call of a node by its method. */
export type NodeCall = { readonly method: string; readonly params: unknown };

/** What a node refuses a call with. */
export type NodeRefusal = { readonly code: number; readonly message: string; readonly data?: unknown };

/** What a node answered to a call. */
export type NodeAnswer = { readonly result: unknown } | { readonly error: NodeRefusal };

/**
 * Calls a node.
 *
 * @throws {Error} whatever went wrong on the way, or that the answer is none
 * @see JSON-RPC 2.0
 */
export async function callNode(node: NodeAddress, { method, params }: NodeCall): Promise<NodeAnswer> {
  const answer = answerIn(await (await post(node, { jsonrpc: '2.0', id: 1, method, params })).json());
  if (answer) return answer;
  throw new TypeError('The answer is none of JSON-RPC.');
}

/**
 * Several calls in one request. A node may refuse that, or answer some of them alone. One that is asked too often refuses each of them.
 *
 * @returns the answers in the calls' order, `undefined` where there is none; nothing at all where the node takes single calls alone.
 * @throws {Error} whatever went wrong on the way
 */
async function callNodeAtOnce(
  node: NodeAddress,
  calls: readonly NodeCall[],
): Promise<readonly (NodeAnswer | undefined)[] | undefined> {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const response = await post(node, body);
  if (response.status === tooOften.code) return calls.map(() => ({ error: tooOften }));
  const answers: unknown = await response.json();
  if (!Array.isArray(answers)) return undefined;
  const byId = new Map(answers.map((each: unknown) => [isObject(each) ? each.id : undefined, answerIn(each)]));
  return calls.map((_, id) => byId.get(id));
}

/** @see RFC 6585, section 4 */
const tooOften: NodeRefusal = { code: 429, message: 'The node is asked too often.' };

type Answers = readonly (NodeAnswer | undefined)[];

const notReached: NodeAnswer = { error: { code: -32_000, message: 'The node is not reached.' } };

/** Nodes that take single calls alone, by their URLs. */
const single = new Set<string>();

/**
 * Several calls, by one request where the node takes several at once. Never throws: a call without an answer is `undefined`. What a node
 * leaves out of the answers is asked once more, alone.
 */
export async function callAll(node: NodeAddress, calls: readonly NodeCall[]): Promise<Answers> {
  if (single.has(node.url)) return callOneByOne(node, calls);
  const answers = await callNodeAtOnce(node, calls).catch((error: unknown) =>
    // What answers no JSON may take single calls alone; what is not reached by all is not reached by one.
    error instanceof SyntaxError ? undefined : calls.map(() => notReached),
  );
  if (answers?.every((each) => each && 'result' in each)) return answers;
  if (answers === undefined) {
    const alone = await callOneByOne(node, calls);
    // It answers, and not to several at once.
    if (alone.some((each) => each !== undefined)) single.add(node.url);
    return alone;
  }
  return Promise.all(answers.map(async (each, at) => each ?? (await callOneByOne(node, calls.slice(at, at + 1)))[0]));
}

/** Each by a request of its own. */
export function callOneByOne(node: NodeAddress, calls: readonly NodeCall[]): Promise<Answers> {
  return Promise.all(calls.map((call) => callNode(node, call).catch(() => undefined)));
}

export const resultIn = (answer: NodeAnswer | undefined): unknown =>
  answer && 'result' in answer ? answer.result : undefined;

function post({ url, fetch: own, timeoutMs }: NodeAddress, body: object): Promise<Response> {
  return (own ?? fetch)(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

function answerIn(answer: unknown): NodeAnswer | undefined {
  if (!isObject(answer)) return undefined;
  if (isObject(answer.error)) {
    const { code, message, data } = answer.error;
    if (typeof code !== 'number') return undefined;
    return { error: { code, message: typeof message === 'string' ? message : 'The node refused this.', data } };
  }
  return 'result' in answer ? { result: answer.result } : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
