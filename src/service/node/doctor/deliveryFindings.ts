import { Resolver } from 'node:dns/promises';
import { DeliveryError } from '../../delivery/deliveryError.js';
import { checkSmtp, domainOf, isEncrypted } from '../../delivery/smtp.js';
import type { SmtpServer } from '../../delivery/smtpServer.js';
import type { DeliveryPlaces } from '../environment.js';
import { codeOf, type Finding, right, unknown, wrong } from './finding.js';

/** How the sender's domain is looked up. */
export type SenderLookUp = {
  /** Addresses of resolvers, like `9.9.9.9` or `127.0.0.1:5353`. Default: this machine's. */
  readonly resolvers?: readonly string[] | undefined;
  /** The name of the key by which the mail is signed (DKIM): it stands in the sender's settings at the mail provider. */
  readonly selector?: string | undefined;
};

/** Whether messages can leave. Nothing is sent. */
export async function mailFindings({ smtp, smsWebhook }: DeliveryPlaces): Promise<Finding[]> {
  const advice = 'latchkey send-test --to +491701234567';
  return [
    ...(smtp ? [await smtpFinding(smtp.server)] : []),
    ...(smsWebhook ? [unknown('text messages', 'Whether they leave, only a message shows.', advice)] : []),
  ];
}

async function smtpFinding(server: SmtpServer): Promise<Finding> {
  try {
    await checkSmtp(server);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return wrong('mail', error.message, smtpAdvice[error.code]);
  }
  if (isEncrypted(server))
    return right('mail', server.auth ? 'The SMTP server answers, and takes the login.' : 'The SMTP server answers.');
  const says = 'The SMTP server answers; whoever is on the way to it reads every code, since nothing is encrypted.';
  return wrong('mail', says, 'Take requireTLS=false from SMTP_URL, unless that network is your own.');
}

const smtpAdvice: { readonly [code: string]: string } = {
  SMTP_UNREACHABLE: 'Look at host and port of SMTP_URL (smtps: for 465, smtp: for 587) and at its certificate.',
  SMTP_LOGIN_REFUSED:
    'Look at user and password of SMTP_URL, which are percent-encoded, and whether it offers a login.',
  SMTP_REFUSED: 'It refuses this machine: ask your mail provider why.',
};

/**
 * Who may send mail as the domain of MAIL_FROM, and what receivers do with mail that others send as it.
 *
 * @see RFC 7208 (SPF), RFC 6376 (DKIM), RFC 7489 (DMARC)
 */
export async function senderFindings(
  { smtp }: DeliveryPlaces,
  { resolvers, selector }: SenderLookUp,
): Promise<Finding[]> {
  if (!smtp) return [];
  const domain = domainOf(smtp.from);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (resolvers) resolver.setServers(resolvers);
  const texts = async (name: string): Promise<readonly string[]> => {
    try {
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  };
  const ofAll = async (prefix: string) =>
    (await Promise.all(withParents(domain).map((name) => texts(`${prefix}.${name}`)))).flat();
  const look = async (what: string, find: () => Promise<Finding>): Promise<Finding> => {
    try {
      return await find();
    } catch (error) {
      const says = `${what} of ${domain} cannot be asked for (${codeOf(error)}).`;
      return unknown('sender', says, 'Name a resolver that answers: latchkey doctor --resolver 9.9.9.9');
    }
  };
  const key = selector === undefined ? undefined : ofAll(`${selector}._domainkey`);
  key?.catch(() => {}); // it is told below
  return Promise.all([
    look('SPF', async () => spfFinding(domain, (await texts(domain)).filter(isSpf), isKey((await key) ?? []))),
    look('DKIM', async () => dkimFinding(domain, selector, await key)),
    look('DMARC', async () =>
      dmarcFinding(domain, await Promise.all(withParents(domain).map((name) => texts(`_dmarc.${name}`)))),
    ),
  ]);
}

const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

const isDmarc = (text: string): boolean => /^v=DMARC1\s*;/i.test(text);

const isKey = (texts: readonly string[]): boolean => texts.some((text) => /(?:^|;)\s*p\s*=\s*[^;\s]/i.test(text));

function spfFinding(domain: string, spf: readonly string[], isSigned: boolean): Finding {
  const [first, second] = spf;
  if (first === undefined) {
    const says = `${domain} has no SPF record: nobody knows who may send its mail.`;
    const advice = 'Publish the TXT record that your mail provider names: v=spf1 include:… -all';
    // A provider with an address of its own for answers needs none here.
    return isSigned ? unknown('sender', says, `${advice} (if it names one)`) : wrong('sender', says, advice);
  }
  if (second !== undefined)
    return wrong('sender', `${domain} has ${spf.length} SPF records: receivers take none of them.`, 'Make them one.');
  const terms = first.toLowerCase().split(/\s+/).slice(1);
  if (terms.some((term) => term === 'all' || term === '+all'))
    return wrong('sender', `The SPF record of ${domain} lets everybody send its mail.`, 'End it with -all or ~all.');
  if (terms.every((term) => /^[-~?]all$/.test(term))) {
    const isNobody = terms.some((term) => /^[-~]/.test(term));
    const says = isNobody
      ? `The SPF record of ${domain} lets nobody send its mail.`
      : `The SPF record of ${domain} does not say who may send its mail.`;
    return wrong('sender', says, 'Name your mail provider in it, and end it with -all or ~all.');
  }
  return right('sender', `${domain} says who may send its mail (SPF).`);
}

function dkimFinding(domain: string, selector: string | undefined, key: readonly string[] | undefined): Finding {
  if (key === undefined) {
    const says = 'Whether mail is signed (DKIM), nobody sees without the name of its key.';
    return unknown('sender', says, 'latchkey doctor --dkim-selector NAME, as your mail provider calls it');
  }
  if (isKey(key)) return right('sender', `${domain} has the key "${selector}" by which mail is signed (DKIM).`);
  const says = `${domain} has no key "${selector}" by which mail could be signed (DKIM).`;
  return wrong('sender', says, `Publish what your mail provider names at ${selector}._domainkey.${domain}`);
}

/** @param texts - of the domain, and of each of its parents: the nearest that has a record decides. */
function dmarcFinding(domain: string, texts: readonly (readonly string[])[]): Finding {
  const records = texts.map((each) => each.filter(isDmarc)).find(({ length }) => length > 0) ?? [];
  if (records.length > 1)
    return wrong('sender', `${domain} has ${records.length} DMARC records: receivers take none of them.`, 'Keep one.');
  if (records.length === 1) return right('sender', `${domain} has a record for mail that others send as it (DMARC).`);
  const says = `${domain} has no DMARC record: large receivers refuse such mail, or call it spam.`;
  const advice = `Publish at _dmarc.${domain}, to begin with: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`;
  return wrong('sender', says, advice);
}

/** A record of a parent serves the domains below it, down to one of two labels. */
function withParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}

const isAbsent = (error: unknown): boolean =>
  ['ENODATA', 'ENOTFOUND'].includes((error as { code?: string }).code ?? '');
