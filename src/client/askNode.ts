/** Asks the node of a chain, as JSON-RPC does. */
export type AskNode = (method: string, parameters?: unknown) => Promise<unknown>;
