import { useAuthorizedFetch, useUser } from 'latchkey';
import { type ReactElement, useState } from 'react';

/** Sends a request to the app's own backend, and shows which user it verified. */
export function Backend(): ReactElement {
  const authorizedFetch = useAuthorizedFetch();
  const user = useUser();
  const [answer, setAnswer] = useState<string>();

  async function ask() {
    const response = await authorizedFetch('/api/me');
    const { userId, message } = await response.json();
    setAnswer(userId !== undefined && userId === user.data?.userId ? 'The backend knows you.' : message);
  }

  return (
    <div>
      <button type="button" onClick={() => void ask().catch((error) => setAnswer(error.message))}>
        Ask the backend
      </button>
      <p role="status">{answer}</p>
    </div>
  );
}
