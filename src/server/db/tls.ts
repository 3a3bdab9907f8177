import { readFileSync } from 'node:fs';
import { isIP, Socket } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';

/** Returns an error that says that a session is lost, as the driver's own errors do. */
export const connectionLost = (why: string) => Object.assign(new Error(why), { code: 'CONNECTION_CLOSED' });

/** How the client of PostgreSQL asks whether the server speaks TLS. It answers with one letter, `S` for yes. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);

/** The same limit as the driver's for a connection without TLS. */
const CONNECT_MAX_MS = 5_000;

/** The values of `sslmode` in a database URL. `prefer` and `allow` would go on without TLS if a machine in between refuses it. */
const MODES: Record<string, ConnectionOptions | false> = {
  disable: false,
  require: { rejectUnauthorized: false },
  'verify-ca': { checkServerIdentity: () => undefined },
  'verify-full': {},
};

/**
 * Reads how a database URL wants TLS, as `libpq` does: `sslmode` and `sslrootcert`
 * (https://www.postgresql.org/docs/current/libpq-ssl.html). With `sslrootcert`, `require` checks the certificate, too.
 * @returns the URL without these parameters, which the two drivers read differently; `tls` is false without TLS
 * @throws RangeError for any other mode; the settings refuse it before
 */
export function readTls(url: string): { url: string; tls: ConnectionOptions | false } {
  // Not `URL`: the address may name several hosts.
  const [address = '', query = ''] = url.split('?');
  const asked = new URLSearchParams(query);
  const mode = asked.get('sslmode') ?? 'disable';
  const root = asked.get('sslrootcert');
  if (!Object.hasOwn(MODES, mode) || asked.has('ssl'))
    throw new RangeError('sslmode is disable, require, verify-ca or verify-full');
  asked.delete('sslmode');
  asked.delete('sslrootcert');
  const rest = asked.toString().replaceAll('+', '%20');
  const checks = MODES[mode === 'require' && root !== null ? 'verify-ca' : mode] ?? false;
  const ca = root === null || root === 'system' ? {} : { ca: readFileSync(root, 'utf8') };
  return { url: rest === '' ? address : `${address}?${rest}`, tls: checks && { ...checks, ...ca } };
}

/** Returns the connection of a database URL for the driver `pg` of the job queue. */
export function jobConnection(url: string): { connectionString: string; ssl: ConnectionOptions | false } {
  const { url: connectionString, tls: ssl } = readTls(url);
  return { connectionString, ssl };
}

/**
 * Opens a connection with TLS. The driver would put a TLS socket of its own on top of the given one, without its guards.
 * @param guard gives the TLS socket the guards before its first event
 * @returns a socket that is ready for the start-up message
 * @throws if the server cannot be reached within `CONNECT_MAX_MS`, has no TLS, or has a certificate that is not accepted
 */
export async function connectSecurely(
  { host, port }: { host: string; port: number },
  tls: ConnectionOptions,
  guard: (socket: Socket) => void,
): Promise<Socket> {
  const plain = new Socket();
  // What happens to it happens to the TLS socket on top, too.
  plain.on('error', () => undefined);
  const timer = setTimeout(() => plain.destroy(connectionLost('no TLS in time')), CONNECT_MAX_MS);
  try {
    const answer = firstOf(plain, 'data');
    plain.connect(port, host, () => plain.write(TLS_REQUEST));
    const said = (await answer) as Buffer;
    // Bytes after the letter come from a machine in between: the server waits for the client.
    if (said.length !== 1 || said[0] !== YES) throw connectionLost('the database does not speak TLS');
    const socket = connect({ socket: plain, host, ...(isIP(host) ? {} : { servername: host }), ...tls });
    const ready = firstOf(socket, 'secureConnect');
    guard(socket);
    await ready;
    return socket;
  } catch (error) {
    plain.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the first event of a name. Rejects if the socket ends before. */
function firstOf(socket: Socket, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error | boolean) =>
      reject(error instanceof Error ? error : connectionLost('the database hung up'));
    socket.once('error', fail).once('close', fail);
    socket.once(name, (value: unknown) => {
      socket.off('error', fail).off('close', fail);
      resolve(value);
    });
  });
}
