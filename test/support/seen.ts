/** Everything of an answer that a client can read. */
export type Seen = { status: number; headers: Record<string, string>; body: string };

export async function seen(response: Response): Promise<Seen> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/** The code in a refusal's body. */
export const reasonOf = ({ body }: Seen): string => JSON.parse(body).details?.[0]?.reason ?? '';
