import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { breakOf } from './provider';

/** Creates the response after which the HTTP adaptor sends nothing. */
const alreadySent = () => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

function closeSocket(outgoing: ServerResponse, partial: { status: number; text: string } | null): void {
  const { socket } = outgoing;
  if (partial === null) {
    socket?.resetAndDestroy();
    return;
  }
  const bytes = Buffer.from(partial.text);
  outgoing.writeHead(partial.status, { 'content-type': 'application/json', 'content-length': bytes.length });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket?.destroy());
}

/** Creates an HTTP server that responds with `fetch`. An error of `connectionBroken` closes the socket. */
export function createHttp(fetch: (request: Request) => Promise<Response>, overrideGlobals: boolean): Server {
  return createAdaptorServer({
    overrideGlobalObjects: overrideGlobals,
    fetch: async (request, env) => {
      try {
        return await fetch(request);
      } catch (error) {
        if (request.signal.aborted) return alreadySent();
        const broken = breakOf(error);
        if (broken !== null) {
          closeSocket((env as HttpBindings).outgoing, broken.partial);
          return alreadySent();
        }
        process.stderr.write(
          `sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
        );
        return new Response('{"status":"error","code":"INTERNAL","message":"the sandbox failed"}', {
          status: 500,
          headers: { 'content-type': 'application/json' },
        });
      }
    },
  }) as Server;
}

interface Listening {
  listen(port: number, host: string, done: () => void): unknown;
  once(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  removeListener(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Starts listening. Returns false if the machine does not support the IP address `host`.
 * @throws Error for any other failure, such as EADDRINUSE
 */
export function listen(server: Listening, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? resolve(false) : reject(error);
    server.once('error', failed);
    server.listen(port, host, () => {
      server.removeListener('error', failed);
      resolve(true);
    });
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends a request with a text body and returns the response, like `fetch`. */
export type Send = (url: string, init: SendInit) => Promise<Sent>;
export type Sent = Pick<Response, 'status' | 'ok' | 'text'> & { headers: Pick<Headers, 'get'> };

export interface SendInit {
  method: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

interface Agents {
  'http:': HttpAgent;
  'https:': HttpsAgent;
}

function sendOnce(url: string, init: SendInit, agents: Agents, timeoutMs: number | null): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const isHttps = url.startsWith('https:');
    const length = { 'content-length': String(Buffer.byteLength(init.body ?? '')) };
    const options = {
      method: init.method,
      headers: { ...init.headers, ...length },
      ...(init.signal ? { signal: init.signal } : {}),
      agent: agents[isHttps ? 'https:' : 'http:'],
    };
    const request = (isHttps ? httpsRequest : httpRequest)(url, options, (answer) => {
      const status = answer.statusCode ?? 502;
      const headers = { get: (name: string) => String(answer.headers[name] ?? '') || null };
      textOf(answer).then((text) => {
        resolve({ status, ok: status >= 200 && status < 300, headers, text: async () => text });
      }, reject);
    });
    if (timeoutMs !== null) request.setTimeout(timeoutMs, () => request.destroy(new Error('timed out')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver closed the idle connection at the time of the request. It sent no response, so the
      // request is repeated.
      const isStale = request.reusedSocket && error.code === 'ECONNRESET';
      if (isStale) sendOnce(url, init, agents, timeoutMs).then(resolve, reject);
      else reject(error);
    });
    request.end(init.body);
  });
}

/**
 * Creates a function that sends requests. With a timeout it reuses connections, which takes a fifth of the
 * time of `fetch`.
 * @param timeoutMs null: no timeout, for requests to move the clock, which may take long
 */
export function createSend(timeoutMs: number | null): Send {
  const keepAlive = timeoutMs !== null;
  const agents = { 'http:': new HttpAgent({ keepAlive }), 'https:': new HttpsAgent({ keepAlive }) };
  return (url, init) => sendOnce(url, init, agents, timeoutMs);
}
