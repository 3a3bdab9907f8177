import { Socket } from 'node:net';

/** Above every limit the server keeps by itself: after this long without a sound, nobody is there any more. */
const SILENCE_MAX_MS = 45_000;

type Written = (error?: Error | null) => void;

const gone = (why: string) => Object.assign(new Error(why), { code: 'CONNECTION_CLOSED' });

/**
 * The socket of a session that tells its error and its end in one breath, and never waits for ever.
 *
 * Node tells `error` first and `close` some turns of the loop later. What postgres.js 3.4.9 sends into that gap (its
 * own ROLLBACK, the next query of whoever was just rejected) it neither rejects nor forgets: it takes the first
 * answer of the next session for it. Whoever asked that session waits for ever, or reads what another one asked.
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

  /** The driver writes Buffers. What it held back for the session before stands before the first word of this one. */
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
    // The driver would connect again at once and without end to a listener that hangs up before it has said a word.
    if (this.bytesRead === 0) this.failure ??= gone('the database hung up');
    if (this.failure && this.listenerCount('error') > 0) super.emit('error', this.failure);
    return super.emit('close', this.failure !== null);
  }
}

const PROTOCOL_3 = 196_608;

/** A startup message says its own length and the protocol; it is the last thing in what is written at first. */
function withoutLeftovers(bytes: Buffer): Buffer {
  for (let at = 0; at + 8 <= bytes.length; at++) {
    const isStartup = bytes.readInt32BE(at) === bytes.length - at && bytes.readInt32BE(at + 4) === PROTOCOL_3;
    if (isStartup) return bytes.subarray(at);
  }
  return bytes;
}

/**
 * A startup option that means nothing and makes the startup message a kilobyte long. The driver writes such a message
 * at once; a shorter one waits for a timer that a session lost at the wrong moment has taken with it.
 */
export const LONG_STARTUP = ' '.repeat(1024);

/** What the driver hands over of its options; it has already parsed the address. */
interface Target {
  host: string[];
  port: number[];
  path?: string | false;
}

/**
 * The driver's `socket` option: opens the connections of one pool, in turn to each of several hosts. It must not
 * reject, so it does not wait: the driver's own limit on connecting covers that. Over TLS the driver puts a socket of
 * its own on top, to which none of this applies.
 */
export function sessionSockets(silenceMaxMs = SILENCE_MAX_MS): (target: Target) => Socket {
  let turn = 0;
  return ({ host, port, path }) => {
    const socket = new SessionSocket(silenceMaxMs);
    if (path) return socket.connect(path);
    const at = turn++ % host.length;
    // The driver asks the socket for its host: to name the server over TLS, and to say who did not answer.
    Object.assign(socket, { host: host[at], port: port[at] });
    return socket.connect(port[at] ?? 5432, host[at] ?? 'localhost');
  };
}
