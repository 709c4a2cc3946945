import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { LatchkeyError } from '../../errors.js';

/** An open port, and how to shut it. */
export type OpenPort = {
  readonly port: number;
  /** Accepts no new connections; settles when the last one has ended. */
  readonly close: () => Promise<void>;
};

/**
 * Opens one port on one address, or on both loopback addresses, which `localhost` may mean: otherwise another program could answer on the
 * second. Machines without IPv6 use one.
 *
 * @param hosts - the first must open.
 * @throws {ListenError} PORT_BUSY, PORT_FORBIDDEN, HOST_NOT_HERE
 */
export async function openPort(
  http: HttpServer,
  hosts: readonly string[],
  wantedPort: number,
  variables: PlaceVariables = { port: 'PORT', host: 'HOST' },
): Promise<OpenPort> {
  const [first = loopback[0], ...others] = hosts;
  await listening(http, first, wantedPort, variables);
  const { port } = http.address() as AddressInfo;
  const servers: Server[] = [http];
  try {
    for (const host of others) {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.emit('connection', socket));
      if (await opens(server, host, port, variables)) servers.push(server);
    }
  } catch (error) {
    await Promise.all(servers.map(closed));
    throw error;
  }
  return { port, close: async () => void (await Promise.all(servers.map(closed))) };
}

/** The variables that set the place, for an error message. */
export type PlaceVariables = { readonly port: string; readonly host: string };

/** Both meanings of `localhost`. */
export const loopback: readonly [string, string] = ['127.0.0.1', '::1'];

/** Whether it could be opened; false where the machine has no such address. */
async function opens(server: Server, host: string, port: number, variables: PlaceVariables): Promise<boolean> {
  try {
    await listening(server, host, port, variables);
    return true;
  } catch (error) {
    if (error instanceof ListenError && error.code === 'HOST_NOT_HERE') return false;
    throw error;
  }
}

function listening(server: Server, host: string, port: number, variables: PlaceVariables): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(listenErrorOf(error, host, port, variables));
    server.once('error', fail);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

function listenErrorOf(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  variables: PlaceVariables,
): ListenError {
  const { code = error.name } = error;
  const options = { cause: error };
  if (code === 'EADDRINUSE') {
    const message = `Port ${port} is taken on ${host}, perhaps by another Latchkey. Stop that, or choose another with ${variables.port}.`;
    return new ListenError('PORT_BUSY', message, options);
  }
  if (code === 'EACCES') {
    const message = `This user may not open port ${port}. Choose one above 1023 with ${variables.port}.`;
    return new ListenError('PORT_FORBIDDEN', message, options);
  }
  return new ListenError(
    'HOST_NOT_HERE',
    `${host} is not an address of this machine (${code}): see ${variables.host}.`,
    options,
  );
}

/** The server could not open its port. */
export class ListenError extends LatchkeyError<'PORT_BUSY' | 'PORT_FORBIDDEN' | 'HOST_NOT_HERE'> {}
