import { answerAt } from './answerAt.js';
import { certificateOf } from './certificate.js';
import { clockFinding, codeOf, type Finding, isCertificateFault, right, unknown, wrong } from './finding.js';

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
    response = await answerAt(`${publicUrl}/health`);
  } catch (error) {
    const code = codeOf(error);
    return isCertificateFault(code)
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
  const ready = await answerAt(`${publicUrl}/ready`);
  if (ready.status !== 200) {
    const says = `The service at ${publicUrl} runs, and is not ready: its database does not answer, or its secrets are others.`;
    return [wrong('address', says, 'Look at its log.')];
  }
  const findings = [right('address', `The service answers at ${publicUrl}.`)];
  const saidMs = Date.parse(response.headers.get('Date') ?? '');
  // It names whole seconds.
  if (!Number.isNaN(saidMs))
    findings.push(clockFinding("The public URL's", { askedMs: askedMs - 1_000, answeredMs, saidMs }));
  if (publicUrl.startsWith('https:')) findings.push(await certificateOf('address', publicUrl));
  return findings;
}

const startIt = 'Start latchkey serve; look at the name and at the proxy before it.';
