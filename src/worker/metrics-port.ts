import { createServer, type Server } from 'node:http';
import { renderCounters } from '@/server/platform/counters';
import { presentContext } from '@/server/platform/context';
import { compareOperatorToken, readBearer } from '@/server/platform/operator-token';
import { findTokenFor } from '@/server/login/staff/api-tokens';

/**
 * Serves `GET /api/health` of this worker, and `GET /metrics` to callers with the operator's token or an API token. All
 * other requests get 404.
 */
export function openMetricsPort(port: number): Server {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/api/health')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    const isMetricsRequest = request.method === 'GET' && request.url === '/metrics';
    mayRead(isMetricsRequest ? readBearer(request.headers.authorization) : null)
      .then((isAllowed) => (isAllowed ? renderCounters() : null))
      .then((text) => {
        if (text === null) return void response.writeHead(404).end();
        response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
        response.end(text);
      })
      .catch(() => response.writeHead(500).end());
  });
  return server.listen(port);
}

async function mayRead(bearer: string | null): Promise<boolean> {
  if (bearer === null) return false;
  return (
    compareOperatorToken(bearer) === 'right' ||
    (await findTokenFor(presentContext(), bearer, 'metrics')) !== null
  );
}
