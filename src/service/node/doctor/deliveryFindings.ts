import { Resolver } from 'node:dns/promises';
import { DeliveryError } from '../../delivery/deliveryError.js';
import { checkSmtp } from '../../delivery/smtp.js';
import type { DeliveryPlaces } from '../environment.js';
import { type Finding, right, unknown, wrong } from './finding.js';

/** How the sender's domain is looked up. */
export type SenderLookUp = {
  /** Addresses of resolvers, like `9.9.9.9` or `127.0.0.1:5353`. Default: this machine's. */
  readonly resolvers?: readonly string[] | undefined;
  /** The name of the key by which the mail is signed (DKIM): it stands in the sender's settings at the mail provider. */
  readonly selector?: string | undefined;
};

/** Whether messages can leave, and mail is taken for what it says it is. Nothing is sent. */
export async function deliveryFindings({ smtp, smsWebhook }: DeliveryPlaces, lookUp: SenderLookUp): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (smtp) {
    findings.push(await mailFinding(smtp.server));
    findings.push(...(await senderFindings(smtp.from.slice(smtp.from.lastIndexOf('@') + 1), lookUp)));
  }
  if (smsWebhook)
    findings.push(
      unknown('text messages', 'Whether they leave, only a message shows.', 'latchkey send-test --to +491701234567'),
    );
  return findings;
}

async function mailFinding(server: NonNullable<DeliveryPlaces['smtp']>['server']): Promise<Finding> {
  try {
    await checkSmtp(server);
    return right('mail', `The SMTP server answers${server.auth ? ', and takes the login' : ''}.`);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return wrong('mail', error.message, smtpAdvice[error.code]);
  }
}

const smtpAdvice: { readonly [code: string]: string } = {
  SMTP_UNREACHABLE: 'Look at host and port of SMTP_URL, and whether this machine may connect there.',
  SMTP_LOGIN_REFUSED: 'Look at user and password of SMTP_URL; they are percent-encoded.',
};

/**
 * Who may send mail as this domain, and what receivers do with mail that others send as it.
 *
 * @see RFC 7208 (SPF), RFC 6376 (DKIM), RFC 7489 (DMARC)
 */
export async function senderFindings(domain: string, { resolvers, selector }: SenderLookUp): Promise<Finding[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (resolvers) resolver.setServers(resolvers);
  const texts = async (name: string): Promise<readonly string[]> => {
    try {
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  };
  try {
    const spf = (await texts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
    const dmarc = (await Promise.all(withParents(domain).map((name) => texts(`_dmarc.${name}`)))).flat();
    const key = selector === undefined ? undefined : await texts(`${selector}._domainkey.${domain}`);
    return [spfFinding(domain, spf), dkimFinding(domain, selector, key), dmarcFinding(domain, dmarc)];
  } catch {
    const says = `The records of ${domain} cannot be asked for: no resolver answers.`;
    return [unknown('sender', says, 'Name one that answers: latchkey doctor --resolver 9.9.9.9')];
  }
}

function spfFinding(domain: string, spf: readonly string[]): Finding {
  const [first = '', second] = spf;
  if (first === '')
    return wrong(
      ...(['sender', `${domain} has no SPF record: nobody knows who may send its mail.`] as const),
      'Publish the TXT record that your mail provider names: v=spf1 include:… -all',
    );
  if (second !== undefined)
    return wrong('sender', `${domain} has ${spf.length} SPF records: receivers take none of them.`, 'Make them one.');
  if (/[ +]all$/i.test(first.trim()) && !/[-~?]all$/i.test(first.trim()))
    return wrong('sender', `The SPF record of ${domain} lets everybody send its mail.`, 'End it with -all or ~all.');
  return right('sender', `${domain} says who may send its mail (SPF).`);
}

function dkimFinding(domain: string, selector: string | undefined, key: readonly string[] | undefined): Finding {
  if (key === undefined)
    return unknown(
      ...(['sender', 'Whether mail is signed (DKIM), nobody sees without the name of its key.'] as const),
      'latchkey doctor --dkim-selector NAME, as your mail provider calls it',
    );
  if (key.some((text) => /(?:^|;)\s*p=[^;\s]/i.test(text)))
    return right('sender', `${domain} has the key "${selector}" by which mail is signed (DKIM).`);
  return wrong(
    ...(['sender', `${domain} has no key "${selector}" by which mail could be signed (DKIM).`] as const),
    `Publish what your mail provider names at ${selector}._domainkey.${domain}`,
  );
}

function dmarcFinding(domain: string, texts: readonly string[]): Finding {
  if (texts.some((text) => /^v=DMARC1\s*;/i.test(text)))
    return right('sender', `${domain} says what becomes of mail that others send as it (DMARC).`);
  return wrong(
    ...(['sender', `${domain} has no DMARC record: large receivers refuse such mail, or call it spam.`] as const),
    `Publish at _dmarc.${domain}, to begin with: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
  );
}

/** A record of a parent serves the domains below it, down to one of two labels. */
function withParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}

const isAbsent = (error: unknown): boolean =>
  ['ENODATA', 'ENOTFOUND'].includes((error as { code?: string }).code ?? '');
