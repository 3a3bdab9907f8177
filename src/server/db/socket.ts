import { Socket } from 'node:net';

/** Longer than every limit of the server: after this silence the connection is considered lost. */
const SILENCE_MAX_MS = 45_000;

type Written = (error?: Error | null) => void;

const gone = (why: string) => Object.assign(new Error(why), { code: 'CONNECTION_CLOSED' });

/**
 * The socket of a database session. It emits its error and its end together, and never waits forever. Node emits
 * `error` first and `close` some turns of the event loop later. What postgres.js 3.4.9 sends in between (its own
 * ROLLBACK, the next query of a rejected caller) is neither rejected nor dropped: the driver takes the first response
 * of the next session for it, so that callers of that session wait forever or read another caller's result.
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

  /** The driver writes Buffers. Bytes held back for the previous session precede the first message of this one. */
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
    // The driver would reconnect at once and without end to a listener that hangs up before sending anything.
    if (this.bytesRead === 0) this.failure ??= gone('the database hung up');
    if (this.failure && this.listenerCount('error') > 0) super.emit('error', this.failure);
    return super.emit('close', this.failure !== null);
  }
}

const PROTOCOL_3 = 196_608;

/**
 * Returns the startup message without earlier bytes: it states its length and protocol, and is last in the first write.
 */
function withoutLeftovers(bytes: Buffer): Buffer {
  for (let at = 0; at + 8 <= bytes.length; at++) {
    const isStartup = bytes.readInt32BE(at) === bytes.length - at && bytes.readInt32BE(at + 4) === PROTOCOL_3;
    if (isStartup) return bytes.subarray(at);
  }
  return bytes;
}

/**
 * A startup option without effect that makes the startup message a kilobyte long. The driver writes such a message at
 * once; a shorter one waits for a timer that a lost session may have removed.
 */
export const LONG_STARTUP = ' '.repeat(1024);

/** The options that the driver passes; it has already parsed the address. */
interface Target {
  host: string[];
  port: number[];
  path?: string | false;
}

/**
 * Returns the driver's `socket` option, which opens the connections of one pool, in turn to each of several hosts. It
 * must not reject, so it does not wait: the driver's own connect limit applies. Over TLS the driver adds its own
 * socket, to which none of this applies.
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
