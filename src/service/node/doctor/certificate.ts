import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Finding, right, type SetupPart, unknown, wrong } from './finding.js';

/** Whether the certificate at an https URL holds for a while. */
export async function certificateOf(part: SetupPart, url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const named = isIP(host) === 0 ? { servername: host } : {};
  const life = await new Promise<CertificateLife | undefined>((resolve) => {
    const socket = connect({ host, port: Number(port || 443), ...named, timeout: 10_000 }, () => {
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
  return life ? certificateFinding(part, life, Date.now()) : unknown(part, 'Its certificate cannot be read.');
}

type CertificateLife = { readonly beginsMs: number; readonly endsMs: number };

/** Certificates that are renewed by themselves are renewed a third of their lives before they end. */
export function certificateFinding(part: SetupPart, { beginsMs, endsMs }: CertificateLife, nowMs: number): Finding {
  const leastMs = Math.min(10 * dayMs, (endsMs - beginsMs) / 4);
  const says = `Its certificate ends in ${Math.floor((endsMs - nowMs) / 3_600_000)} hours, on ${new Date(endsMs).toISOString().slice(0, 10)}.`;
  if (endsMs - nowMs >= leastMs) return right(part, says);
  return wrong(part, says, 'Look why it has not been renewed yet.');
}

const dayMs = 86_400_000;
