import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** The time limit of a call, in milliseconds. It prevents that a caller waits forever for a lost response. */
const LONGEST_MS = 10_000;

type Chunk = Uint8Array | string;

/** A response that collects its body in memory and sends nothing to a connection. */
class Collected extends ServerResponse {
  readonly chunks: Buffer[] = [];

  override write(chunk: Chunk): boolean {
    this.chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk));
    return true;
  }

  override end(chunk?: unknown): this {
    if (this.finished) return this;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.finished = true;
    this.emit('finish');
    this.emit('close');
    return this;
  }
}

/**
 * Calls a request handler in this process, with the method GET and exactly these headers.
 * @throws Error if the handler throws or does not respond within ten seconds
 */
export async function askInProcess(
  handle: Handler,
  url: string,
  headers: IncomingMessage['headers'],
): Promise<Answer> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url, headers, httpVersion: '1.1' });
  request.push(null);
  const response = new Collected(request);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${url} was not rendered in time.`)), LONGEST_MS);
    response.once('finish', () => (clearTimeout(timer), resolve()));
    handle(request, response).catch((error: unknown) => {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
  return {
    status: response.statusCode,
    headers: response.getHeaders(),
    body: Buffer.concat(response.chunks).toString(),
  };
}
