import { readServeEnvironment, type ServeEnvironment } from '../environment.js';
import type { Outputs } from '../outputs.js';
import { manifest } from '../packages.js';
import { EnvironmentError, type Variables } from '../reading.js';
import { addressFindings } from './addressFindings.js';
import { dashboardFindings } from './dashboardFindings.js';
import { databaseFindings } from './databaseFindings.js';
import { mailFindings, type SenderLookUp, senderFindings } from './deliveryFindings.js';
import { type Finding, guarded, right, type SetupPart, unknown, wrong } from './finding.js';

/**
 * `latchkey doctor`: looks at everything that `latchkey serve` needs, beside a running service or before its first start, and says what is
 * wrong and what to do. It changes nothing and sends nobody a message.
 *
 * @returns the exit code: 1 where something is wrong.
 */
export async function doctorCommand(
  variables: Variables,
  { json, ...lookUp }: SenderLookUp & { readonly json: boolean },
  { print, say }: Outputs,
): Promise<number> {
  const findings = await examine(variables, lookUp);
  for (const finding of findings) print(json ? JSON.stringify(finding) : textOf(finding));
  const [wrongs, unknowns] = ['wrong', 'unknown'].map((is) => findings.filter((each) => each.is === is).length);
  if (!json) say(`${findings.length} looked at: ${wrongs} wrong, ${unknowns} unknown.`);
  return wrongs === 0 ? 0 : 1;
}

/** All that can be found out. What others hang on comes first. */
export async function examine(variables: Variables, lookUp: SenderLookUp): Promise<readonly Finding[]> {
  const program = right('program', `latchkey ${manifest().version} on Node ${process.versions.node}.`);
  let environment: ServeEnvironment;
  try {
    environment = readServeEnvironment(variables);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const rest = unknown('database', 'It, and what else hangs on the settings, is looked at once they are right.');
    return [program, ...error.faults.map((fault) => wrong('settings', fault)), rest];
  }
  const found = await Promise.all([
    inTime('database', () => databaseFindings(environment)),
    inTime('mail', () => mailFindings(environment.delivery)),
    inTime('sender', () => senderFindings(environment.delivery, lookUp)),
    inTime('address', () => addressFindings(environment.publicUrl)),
    inTime('dashboard', () => dashboardFindings(dashboardOf(environment))),
  ]);
  return [program, ...settingsFindings(environment), ...found.flat()];
}

/** Another process may be the one that answers it: then its address alone is set here. */
const dashboardOf = ({ dashboard, dashboardUrl: url }: ServeEnvironment) => dashboard ?? (url ? { url } : undefined);

/** The service speaks no TLS: where its URL is https, something stands before it. */
function settingsFindings({ publicUrl, trustedProxies }: ServeEnvironment): Finding[] {
  if (!publicUrl?.startsWith('https:') || trustedProxies.rules.length > 0)
    return [right('settings', 'They are complete.')];
  const says =
    'TRUSTED_PROXIES does not name what stands before the service: all people share one address in its limits.';
  return [wrong('settings', says, 'TRUSTED_PROXIES=127.0.0.1, where that is on this machine.')];
}

/** Whoever is asked may never answer, or so slowly that no answer comes to its end. */
async function inTime(part: SetupPart, look: () => Promise<Finding[]>): Promise<Finding[]> {
  const late = [unknown(part, `It has not answered in ${mostMs / 1_000} s.`)];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve(late), mostMs);
  });
  try {
    return await Promise.race([guarded(part, look), waited]);
  } finally {
    clearTimeout(timer);
  }
}

const mostMs = 30_000;

function textOf({ is, part, says, advice }: Finding): string {
  const line = `${is.padEnd(8)} ${part.padEnd(14)} ${says}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(24)}-> ${advice}`;
}
