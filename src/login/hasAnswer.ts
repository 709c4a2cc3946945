/** Whether this tab's storage or URL has a provider's answer to a login that began here. */
export function hasAnswer(): boolean {
  try {
    return Object.entries(sessionStorage).some(([name, kept]) => {
      if (!name.startsWith(prefix)) return false;
      return location.href.includes(name.slice(prefix.length)) || JSON.parse(kept).back !== undefined;
    });
  } catch {
    return false; // without storage there is no redirect login
  }
}

/** The prefix of each pending login's key, before its state. */
const prefix = 'latchkey.oauth.';
