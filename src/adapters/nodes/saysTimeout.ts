/**
 * Whether a refusal says that something behind the node did not answer in time: what was sent may have arrived all the same.
 *
 * @see JSON-RPC errors of geth: `request timed out`, `context deadline exceeded`
 */
export const saysTimeout = ({ message }: Error): boolean => /\btimed?[ -]?out\b|\bdeadline exceeded\b/i.test(message);
