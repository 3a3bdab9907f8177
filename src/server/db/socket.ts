import { Socket } from 'node:net';

/** Above every limit the server keeps by itself: after this long without a sound, nobody is there any more. */
const SILENCE_MAX_MS = 45_000;

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
