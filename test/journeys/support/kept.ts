/** To be run in a page. The public keys of the stored sessions, and of the stored keys. */
export async function kept(): Promise<{ sessions: string[]; keys: IDBValidKey[] }> {
  const opening = indexedDB.open('latchkey');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const asking = opening.result.transaction('keys').objectStore('keys').getAllKeys();
  await new Promise((resolve) => asking.addEventListener('success', resolve));
  opening.result.close();
  const sessions = Object.keys(localStorage).flatMap((name) => /\.([0-9a-f]{66})$/.exec(name)?.[1] ?? []);
  return { sessions, keys: asking.result };
}
