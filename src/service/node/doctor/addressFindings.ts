import { connect } from 'node:tls';
import { clockFinding, type Finding, right, unknown, wrong } from './finding.js';

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
    const advice = 'Start latchkey serve, and look at the name, the proxy before it and its certificate.';
    return [wrong('address', `Nothing answers at ${publicUrl} (${reasonOf(error)}).`, advice)];
  }
  const answeredMs = Date.now();
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 200 || (body as { status?: unknown } | undefined)?.status !== 'ok')
    return [
      wrong(
        ...(['address', `What answers at ${publicUrl} is no Latchkey service (${response.status}).`] as const),
        'Let the proxy pass every path on to latchkey serve.',
      ),
    ];
  const findings = [right('address', `The service answers at ${publicUrl}.`)];
  const saidMs = Date.parse(response.headers.get('Date') ?? '');
  // It names whole seconds.
  if (!Number.isNaN(saidMs))
    findings.push(clockFinding("The service's", { askedMs: askedMs - 1_000, answeredMs, saidMs }));
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol === 'https:') findings.push(await certificateOf(hostname, Number(port || 443)));
  return findings;
}

async function certificateOf(host: string, port: number): Promise<Finding> {
  const endsMs = await new Promise<number>((resolve) => {
    const socket = connect({ host: host.replace(/^\[(.*)\]$/, '$1'), port, servername: host, timeout: 10_000 }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    for (const event of ['error', 'timeout'] as const)
      socket.on(event, () => {
        resolve(Number.NaN);
        socket.destroy();
      });
  });
  return certificateFinding(endsMs, Date.now());
}

/** @param endsMs - when a certificate ends; `NaN` where nobody says. */
export function certificateFinding(endsMs: number, nowMs: number): Finding {
  if (Number.isNaN(endsMs)) return unknown('address', 'Its certificate cannot be read.');
  const days = Math.floor((endsMs - nowMs) / 86_400_000);
  const says = `Its certificate ends in ${days} days, on ${new Date(endsMs).toISOString().slice(0, 10)}.`;
  return days >= leastDays ? right('address', says) : wrong('address', says, 'Look why it has not been renewed yet.');
}

/** Those that are renewed by themselves are renewed 30 days before, of 90; or 15 of 45. */
const leastDays = 10;

/** A code, like ECONNREFUSED or CERT_HAS_EXPIRED. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown');
}
