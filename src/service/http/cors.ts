const exposed = { 'Access-Control-Expose-Headers': 'Date, Retry-After', Vary: 'Origin' };

/** CORS headers of an answer that any page may read. */
export const anyOrigin: Record<string, string> = { 'Access-Control-Allow-Origin': '*', ...exposed };

/** CORS headers of an answer that the pages of one origin may read. */
export const oneOrigin = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  ...exposed,
});

/** CORS headers of an answer that no page may read. */
export const noOrigin: Record<string, string> = exposed;

/** Answers to a preflight are the same for every origin: they grant nothing, the POST decides. */
export const preflightHeaders = (allowed: readonly string[]): Record<string, string> => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': ['Content-Type', ...allowed].join(', '),
  'Access-Control-Max-Age': '600',
  Vary: 'Origin',
});
