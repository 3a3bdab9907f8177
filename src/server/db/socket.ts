import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import postgres from 'postgres';
import { connectionLost, connectSecurely, readTls } from './tls';

/**
 * The maximum silence of the database during a query. It is longer than every time limit of the server, so a longer
 * silence means a lost connection.
 */
const SILENCE_MAX_MS = 45_000;

/**
 * Guards the socket of a database session. It emits `error` and `close` together, and closes after a long silence. A normal
 * socket emits `error` first and `close` later. In between, postgres.js 3.4.9 still writes queries to the lost session. It
 * takes the first responses of the next session as their responses. Callers then wait forever or receive another
 * caller's result.
 * @returns a function that gives the reason of the failure before the socket has one
 */
function guardSession(socket: Socket, silenceMaxMs: number): (why: Error) => void {
  let failure: Error | null = null;
  let isAnswerOwed = false;
  let hasSpoken = false;
  let hasHeard = false;
  const emit = socket.emit.bind(socket);
  const write = socket.write.bind(socket) as (bytes: Uint8Array | string, ...rest: unknown[]) => boolean;
  const send = socket._write.bind(socket);
  const sendAll = socket._writev?.bind(socket);
  const emitEnd = () => {
    // Without an error, the driver would reconnect without delay to a server that closes before sending data.
    if (!hasHeard) failure ??= connectionLost('the database hung up');
    if (failure && socket.listenerCount('error') > 0) emit('error', failure);
    return emit('close', failure !== null);
  };
  const fail = (why: Error) => void (failure ??= why);
  socket.setTimeout(silenceMaxMs);
  Object.assign(socket, {
    emit: (event: string | symbol, ...args: unknown[]) => {
      if (event === 'error') {
        fail(args[0] as Error);
        return true;
      }
      if (event === 'data') {
        isAnswerOwed = false;
        hasHeard = true;
      }
      if (event === 'timeout' && isAnswerOwed) socket.destroy(connectionLost('the database does not answer'));
      return event === 'close' ? emitEnd() : emit(event, ...args);
    },
    // From the first write, removes bytes that the driver had buffered for the previous session.
    write: (bytes: Uint8Array | string, ...rest: unknown[]) => {
      const isFirst = !hasSpoken;
      hasSpoken = true;
      return write(isFirst && Buffer.isBuffer(bytes) ? withoutLeftovers(bytes) : bytes, ...rest);
    },
    _write: (...given: Parameters<Socket['_write']>) => {
      isAnswerOwed = true;
      send(...given);
    },
    _writev: (...given: Parameters<NonNullable<Socket['_writev']>>) => {
      isAnswerOwed = true;
      sendAll?.(...given);
    },
  });
  return fail;
}

const PROTOCOL_3 = 196_608;

/**
 * Returns the startup message without the bytes before it. The startup message is at the end of the first write. It
 * begins with its length and protocol.
 */
function withoutLeftovers(bytes: Buffer): Buffer {
  for (let at = 0; at + 8 <= bytes.length; at++) {
    const isStartup = bytes.readInt32BE(at) === bytes.length - at && bytes.readInt32BE(at + 4) === PROTOCOL_3;
    if (isStartup) return bytes.subarray(at);
  }
  return bytes;
}

/**
 * A startup option without effect that makes the startup message longer than a kilobyte. The driver sends such a message
 * at once. A shorter message waits for a timer that a lost session may have removed.
 */
export const LONG_STARTUP = ' '.repeat(1024);

/** The connection options that the driver has parsed from the database URL. */
interface Target {
  host: string[];
  port: number[];
  path?: string | false;
}

/**
 * Returns the driver's options of a connection; its types do not name `socket`, a function that opens a connection of the
 * pool to the next host. Without TLS it does not wait for it: the driver's own connect limit applies. TLS is made here,
 * because the driver would put a socket without these guards on top.
 */
export function sessionSockets(
  tls: ConnectionOptions | false = false,
  silenceMaxMs = SILENCE_MAX_MS,
): { socket: (target: Target) => Socket | Promise<Socket>; ssl: false } {
  let turn = 0;
  const open = ({ host: hosts, port: ports, path }: Target) => {
    const at = turn++ % hosts.length;
    const [host, port] = [hosts[at] ?? 'localhost', ports[at] ?? 5432];
    if (tls && !path) return openSecure({ host, port }, tls, silenceMaxMs);
    const socket = new Socket();
    guardSession(socket, silenceMaxMs);
    if (path) return socket.connect(path);
    // The driver reads the host from the socket for error messages.
    return Object.assign(socket, { host, port }).connect(port, host);
  };
  return { socket: open, ssl: false };
}

/** Opens sessions for work that ends with them. They may be silent for as long as a statement takes. */
export function openClient(url: string, options: postgres.Options<Record<string, never>>): postgres.Sql {
  const { url: address, tls } = readTls(url);
  return postgres(address, { onnotice: () => undefined, ...options, ...sessionSockets(tls, 0) });
}

/**
 * Opens a guarded connection with TLS. Never rejects: after that the driver would never open this connection of the pool
 * again. Instead returns a socket that closes with the error.
 */
async function openSecure(
  place: { host: string; port: number },
  tls: ConnectionOptions,
  silenceMaxMs: number,
): Promise<Socket> {
  try {
    const socket = await connectSecurely(place, tls, (made) => guardSession(made, silenceMaxMs));
    return Object.assign(socket, place);
  } catch (error) {
    const closed = new Socket();
    guardSession(closed, silenceMaxMs)(error as Error);
    setImmediate(() => closed.destroy());
    return closed;
  }
}
