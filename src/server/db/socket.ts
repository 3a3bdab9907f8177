import { Socket } from 'node:net';

/**
 * How long the database may be silent while a response is awaited. It is longer than every time limit of the
 * server, so the connection is then lost.
 */
const SILENCE_MAX_MS = 45_000;

type Written = (error?: Error | null) => void;

const gone = (why: string) => Object.assign(new Error(why), { code: 'CONNECTION_CLOSED' });

/**
 * The socket of a database session. It emits `error` and `close` together, and ends after a long silence.
 * Node emits `error` first and `close` later. In between, postgres.js 3.4.9 sends its own ROLLBACK and the
 * next query of a rejected caller. It neither rejects nor drops them. The driver takes the first response of
 * the next session as the response to them. Callers of that session then wait forever or receive another
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
   * Sends bytes to the database. The first write can begin with bytes that the driver buffered for the
   * previous session; these are removed.
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
 * Returns the startup message without the bytes before it. The startup message states its length and
 * protocol, and is last in the first write.
 */
function withoutLeftovers(bytes: Buffer): Buffer {
  for (let at = 0; at + 8 <= bytes.length; at++) {
    const isStartup = bytes.readInt32BE(at) === bytes.length - at && bytes.readInt32BE(at + 4) === PROTOCOL_3;
    if (isStartup) return bytes.subarray(at);
  }
  return bytes;
}

/**
 * A startup option that makes the startup message a kilobyte long and has no other effect. The driver sends
 * such a message at once. A shorter message waits for a timer that a lost session may have removed.
 */
export const LONG_STARTUP = ' '.repeat(1024);

/** The options that the driver passes. The driver has already parsed the database URL. */
interface Target {
  host: string[];
  port: number[];
  path?: string | false;
}

/**
 * Returns the driver's `socket` option, which opens the connections of one pool. Several hosts are used in
 * rotation. The function does not wait for the connection, because it must not reject; the driver's own
 * connect limit applies. Over TLS the driver wraps this socket in its own, which has none of these guards.
 */
export function sessionSockets(silenceMaxMs = SILENCE_MAX_MS): (target: Target) => Socket {
  let turn = 0;
  return ({ host, port, path }) => {
    const socket = new SessionSocket(silenceMaxMs);
    if (path) return socket.connect(path);
    const at = turn++ % host.length;
    // The driver reads the host from the socket: for the server name over TLS, and for error messages.
    Object.assign(socket, { host: host[at], port: port[at] });
    return socket.connect(port[at] ?? 5432, host[at] ?? 'localhost');
  };
}
