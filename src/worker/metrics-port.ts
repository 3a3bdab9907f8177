import { createServer, type Server } from 'node:http';
import { renderCounters } from '@/server/platform/counters';
import { readOperatorToken } from '@/server/platform/operator-token';

/**
 * Serves `GET /api/health` of this worker, and `GET /metrics` to callers with the operator's token. All other requests
 * get 404.
 */
export function openMetricsPort(port: number): Server {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/api/health')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    const isMetricsRequest = request.method === 'GET' && request.url === '/metrics';
    if (!isMetricsRequest || readOperatorToken(request.headers.authorization) !== 'right')
      return void response.writeHead(404).end();
    renderCounters()
      .then((text) => {
        response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
        response.end(text);
      })
      .catch(() => response.writeHead(500).end());
  });
  return server.listen(port);
}
