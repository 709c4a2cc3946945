/** Hosts of mail that many people have, each with the page of its inbox where it has one. */
type MailHost = {
  readonly name: string;
  readonly domains: readonly string[];
  readonly inbox?: string;
};

const hosts: readonly MailHost[] = [
  { name: 'Gmail', domains: ['gmail.com', 'googlemail.com'], inbox: 'https://mail.google.com/' },
  {
    name: 'Outlook',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.de', 'outlook.de'],
    inbox: 'https://outlook.live.com/mail/',
  },
  {
    name: 'Yahoo',
    domains: ['yahoo.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.co.jp'],
    inbox: 'https://mail.yahoo.com/',
  },
  { name: 'iCloud', domains: ['icloud.com', 'me.com', 'mac.com'], inbox: 'https://www.icloud.com/mail/' },
  { name: 'Proton Mail', domains: ['proton.me', 'protonmail.com', 'pm.me'], inbox: 'https://mail.proton.me/' },
  { name: 'AOL', domains: ['aol.com'], inbox: 'https://mail.aol.com/' },
  { name: 'Fastmail', domains: ['fastmail.com'], inbox: 'https://app.fastmail.com/' },
  // Without a page of their inbox, or not meant at all: real hosts that differ from one above by a character.
  {
    name: '',
    domains: ['gmx.de', 'gmx.net', 'web.de', 'orange.fr', 'mail.com', 'email.com', 'ymail.com', 'rocketmail.com'],
  },
];

const domains = /* @__PURE__ */ hosts.flatMap((host) => host.domains);

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The inbox of an address, if its host has one that many people use. */
export function inboxOf(address: string): { readonly name: string; readonly url: string } | undefined {
  const host = hosts.find((each) => each.domains.includes(domainOf(address)));
  return host?.inbox === undefined ? undefined : { name: host.name, url: host.inbox };
}

/**
 * The address that was probably meant, if its domain differs from a large host's by one character, or by two that changed places.
 *
 * @param isFinished - not while it may still be typed: `gmail.co` becomes `gmail.com`
 */
export function meantAddress(address: string, isFinished: boolean): string | undefined {
  const at = address.lastIndexOf('@');
  const domain = domainOf(address);
  if (at < 1 || domains.includes(domain)) return undefined;
  if (!isFinished && domains.some((each) => each.startsWith(domain))) return undefined;
  const meant = domains.find((each) => each.length >= leastLength && isOneSlipFrom(each, domain));
  return meant && `${address.slice(0, at + 1)}${meant}`;
}

/** Shorter domains have too many real neighbours. */
const leastLength = 8;

function isOneSlipFrom(meant: string, typed: string): boolean {
  if (Math.abs(meant.length - typed.length) > 1) return false;
  let same = 0;
  while (same < meant.length && meant[same] === typed[same]) same += 1;
  const rest = meant.slice(same);
  const typedRest = typed.slice(same);
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return [
    rest.slice(1) === typedRest.slice(1), // another character
    rest.slice(1) === typedRest, // one is missing
    rest === typedRest.slice(1), // one too many
    swapped === typedRest,
  ].includes(true);
}
