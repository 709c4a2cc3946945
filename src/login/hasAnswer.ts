/** Whether a provider's answer lies in this tab or its address, for a login that was begun here. */
export function hasAnswer(): boolean {
  try {
    return Object.entries(sessionStorage).some(([name, kept]) => {
      if (!name.startsWith(prefix)) return false;
      return location.href.includes(name.slice(prefix.length)) || JSON.parse(kept).back !== undefined;
    });
  } catch {
    return false; // no storage, no login that left
  }
}

/** Before the state of each login that waits for its answer. */
const prefix = 'latchkey.oauth.';
