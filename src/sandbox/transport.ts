import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { hangUpOf } from './provider';

/** Tells the adaptor that the answer is none of its business any more. */
const NOT_YOURS = () => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

function breakOff(outgoing: ServerResponse, partial: { status: number; text: string } | null): void {
  const { socket } = outgoing;
  if (partial === null) {
    socket?.resetAndDestroy();
    return;
  }
  const bytes = Buffer.from(partial.text);
  outgoing.writeHead(partial.status, { 'content-type': 'application/json', 'content-length': bytes.length });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket?.destroy());
}

/** An HTTP server around a fetch-style function; broken connections break for real. */
export function createHttp(fetch: (request: Request) => Promise<Response>, overrideGlobals: boolean): Server {
  return createAdaptorServer({
    overrideGlobalObjects: overrideGlobals,
    fetch: async (request, env) => {
      try {
        return await fetch(request);
      } catch (error) {
        const broken = hangUpOf(error);
        if (broken !== null) {
          breakOff((env as HttpBindings).outgoing, broken.partial);
          return NOT_YOURS();
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

/** Starts listening; false when this machine has no such address (no IPv6). @throws Error EADDRINUSE and others */
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

/** A `fetch` without time limits: moving time by a year takes the app as long as it takes. */
export function patientFetch(url: string, init: RequestInit): Promise<Response> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = Object.fromEntries(new Headers(init.headers));
  return new Promise((resolve, reject) => {
    const sent = send(url, { method: init.method, headers }, (answer) => {
      const type = answer.headers['content-type'] ?? 'application/json';
      textOf(answer).then(
        (text) =>
          resolve(
            new Response(text, { status: answer.statusCode ?? 502, headers: { 'content-type': type } }),
          ),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(typeof init.body === 'string' ? init.body : undefined);
  });
}
