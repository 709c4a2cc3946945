/** A node of a chain, and how it is asked. */
export type NodeToAsk = {
  readonly url: string;
  /** Default: the platform's. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly timeoutMs: number;
};

/** What a node refuses a request with. */
export type NodeRefusal = { readonly code: number; readonly message: string; readonly data: unknown };

/** What a node answers, or why there is no answer. */
export type NodeAnswer =
  | { readonly result: unknown }
  | { readonly refusal: NodeRefusal }
  | { readonly unreachable: true; readonly cause?: unknown };

/** Asks a node by JSON-RPC 2.0. What is no answer of that form counts as none. */
export async function askNode(node: NodeToAsk, method: string, params: unknown): Promise<NodeAnswer> {
  const send = node.fetch ?? fetch;
  let answer: unknown;
  try {
    const response = await send(node.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(node.timeoutMs),
    });
    answer = await response.json();
  } catch (cause) {
    return { unreachable: true, cause };
  }
  if (typeof answer !== 'object' || answer === null) return { unreachable: true };
  const refusal = 'error' in answer ? (answer.error as Partial<NodeRefusal> | null) : null;
  if (!refusal && 'result' in answer) return { result: answer.result };
  const { code, message, data } = refusal ?? {};
  if (typeof code !== 'number') return { unreachable: true };
  return { refusal: { code, message: typeof message === 'string' ? message : 'The node refused this.', data } };
}
