import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { clockFinding, codeOf, type Finding, right, unknown, wrong } from './finding.js';

/** Whether the service is reached where it says it is, by a certificate that holds for a while. */
export async function addressFindings(publicUrl: string | undefined): Promise<Finding[]> {
  if (publicUrl === undefined)
    return [
      unknown(
        'address',
        'LATCHKEY_PUBLIC_URL does not say where the service is reached.',
        'Set it to have this looked at.',
      ),
    ];
  const askedMs = Date.now();
  let response: Response;
  try {
    response = await fetch(`${publicUrl}/health`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const code = codeOf(error);
    return /CERT|SIGNED|VERIFY/.test(code)
      ? [wrong('address', `The certificate of ${publicUrl} is not trusted (${code}).`, 'Renew it, with its chain.')]
      : [wrong('address', `Nothing answers at ${publicUrl} (${code}).`, startIt)];
  }
  const answeredMs = Date.now();
  if ([502, 503, 504].includes(response.status)) {
    const says = `The proxy at ${publicUrl} answers, and the service behind it does not (${response.status}).`;
    return [wrong('address', says, startIt)];
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 200 || (body as { status?: unknown } | undefined)?.status !== 'ok') {
    const says = `What answers at ${publicUrl} is no Latchkey service (${response.status}).`;
    return [wrong('address', says, 'Let the proxy pass every path on to latchkey serve.')];
  }
  const ready = await fetch(`${publicUrl}/ready`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  if (ready.status !== 200) {
    const says = `The service at ${publicUrl} runs, and is not ready: its database does not answer, or its secrets are others.`;
    return [wrong('address', says, 'Look at its log.')];
  }
  const findings = [right('address', `The service answers at ${publicUrl}.`)];
  const saidMs = Date.parse(response.headers.get('Date') ?? '');
  // It names whole seconds.
  if (!Number.isNaN(saidMs))
    findings.push(clockFinding("The public URL's", { askedMs: askedMs - 1_000, answeredMs, saidMs }));
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol === 'https:') findings.push(await certificateOf(hostname, Number(port || 443)));
  return findings;
}

async function certificateOf(hostname: string, port: number): Promise<Finding> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const named = isIP(host) === 0 ? { servername: host } : {};
  const life = await new Promise<CertificateLife | undefined>((resolve) => {
    const socket = connect({ host, port, ...named, timeout: 10_000 }, () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      resolve({ beginsMs: Date.parse(valid_from), endsMs: Date.parse(valid_to) });
      socket.destroy();
    });
    for (const event of ['error', 'timeout'] as const)
      socket.on(event, () => {
        resolve(undefined);
        socket.destroy();
      });
  });
  return life ? certificateFinding(life, Date.now()) : unknown('address', 'Its certificate cannot be read.');
}

type CertificateLife = { readonly beginsMs: number; readonly endsMs: number };

/** Certificates that are renewed by themselves are renewed a third of their lives before they end. */
export function certificateFinding({ beginsMs, endsMs }: CertificateLife, nowMs: number): Finding {
  const leastMs = Math.min(10 * dayMs, (endsMs - beginsMs) / 4);
  const says = `Its certificate ends in ${Math.floor((endsMs - nowMs) / 3_600_000)} hours, on ${new Date(endsMs).toISOString().slice(0, 10)}.`;
  if (endsMs - nowMs >= leastMs) return right('address', says);
  return wrong('address', says, 'Look why it has not been renewed yet.');
}

const dayMs = 86_400_000;
const startIt = 'Start latchkey serve; look at the name and at the proxy before it.';
