import { Socket } from 'node:net';

/**
 * The maximum silence of the database during a query. It is longer than every time limit of the server, so a longer
 * silence means a lost connection.
 */
const SILENCE_MAX_MS = 45_000;

type Written = (error?: Error | null) => void;

const gone = (why: string) => Object.assign(new Error(why), { code: 'CONNECTION_CLOSED' });

/**
 * The socket of a database session. Emits `error` and `close` together, and closes after a long silence. A normal socket
 * emits `error` first and `close` later. In between, postgres.js 3.4.9 still writes queries to the lost session. It
 * takes the first responses of the next session as their responses. Callers then wait forever or receive another
 * caller's result.
 */
class SessionSocket extends Socket {
  private failure: Error | null = null;
  private isAnswerOwed = false;
  private hasSpoken = false;

  constructor(silenceMaxMs: number) {
    super();
    this.setTimeout(silenceMaxMs);
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'error') {
      this.failure ??= args[0] as Error;
      return true;
    }
    if (event === 'data') this.isAnswerOwed = false;
    if (event === 'timeout' && this.isAnswerOwed) this.destroy(gone('the database does not answer'));
    if (event === 'close') return this.tellEnd();
    return super.emit(event, ...args);
  }

  /**
   * Sends bytes to the database. From the first write, removes bytes that the driver had buffered for the previous
   * session.
   */
  override write(bytes: Uint8Array | string, written?: Written): boolean;
  override write(bytes: Uint8Array | string, encoding?: BufferEncoding, written?: Written): boolean;
  override write(
    bytes: Uint8Array | string,
    encoding?: BufferEncoding | Written,
    written?: Written,
  ): boolean {
    const isFirst = !this.hasSpoken;
    this.hasSpoken = true;
    const whole = isFirst && Buffer.isBuffer(bytes) ? withoutLeftovers(bytes) : bytes;
    return super.write(whole, encoding as BufferEncoding, written);
  }

  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.isAnswerOwed = true;
    super._write(chunk, encoding, done);
  }

  override _writev(
    chunks: Parameters<NonNullable<Socket['_writev']>>[0],
    done: (error?: Error | null) => void,
  ): void {
    this.isAnswerOwed = true;
    super._writev?.(chunks, done);
  }

  private tellEnd(): boolean {
    // Without an error, the driver would reconnect without delay to a server that closes before sending data.
    if (this.bytesRead === 0) this.failure ??= gone('the database hung up');
    if (this.failure && this.listenerCount('error') > 0) super.emit('error', this.failure);
    return super.emit('close', this.failure !== null);
  }
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
 * Returns the driver's `socket` option, which its types do not name: a function that opens a connection of the pool to the
 * next host and does not wait for it: the driver's own connect limit applies. Over TLS, the driver wraps this socket in its own socket, which
 * has none of these guards.
 */
export function sessionSockets(silenceMaxMs = SILENCE_MAX_MS): { socket: (target: Target) => Socket } {
  let turn = 0;
  const open = ({ host, port, path }: Target) => {
    const socket = new SessionSocket(silenceMaxMs);
    if (path) return socket.connect(path);
    const at = turn++ % host.length;
    // The driver reads the host from the socket: for the server name over TLS, and for error messages.
    Object.assign(socket, { host: host[at], port: port[at] });
    return socket.connect(port[at] ?? 5432, host[at] ?? 'localhost');
  };
  return { socket: open };
}
