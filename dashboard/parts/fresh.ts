import { useUser } from 'latchkey';

/** Options of a change that needs a fresh login: a passkey of this person's confirms it in place, and nothing typed is lost. */
export function useFresh(): { readonly freshBy?: 'passkey' } {
  const { data: hasPasskey } = useUser({
    select: ({ authenticators }) => authenticators.length > 0,
    staleTime: 60_000, // the rail has just asked
  });
  return hasPasskey ? { freshBy: 'passkey' } : {};
}
