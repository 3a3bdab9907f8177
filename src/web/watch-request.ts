import type { IncomingMessage, ServerResponse } from 'node:http';
import { monotonicMs } from '@/server/platform/clock';
import { isUnderMaintenance } from '@/server/platform/current-switches';
import type { Db } from '@/server/db';
import { log } from '@/server/platform/log';
import { countRequest } from '@/server/platform/counters';
import { writeOwnHeader } from './own-headers';
import { routeLabel } from './route-label';

/** Adds a request to the metrics when its response is sent or its connection is closed. */
export function countAnswer(request: IncomingMessage, response: ServerResponse): void {
  const started = monotonicMs();
  const { method = '', url = '/' } = request;
  response.once('close', () =>
    countRequest({
      method,
      route: routeLabel(url),
      status: response.statusCode,
      seconds: (monotonicMs() - started) / 1000,
    }),
  );
}

/** Writes the maintenance state into a request header, from which src/proxy.ts reads it. */
export async function stampMaintenance(request: IncomingMessage, db: Db): Promise<void> {
  // Assets are served during maintenance too, for pages that are already open. The desk ends the maintenance.
  const isPage = !/^\/(_(next|site)\/|(th\/)?desk([/?]|$))/.test(request.url ?? '');
  writeOwnHeader(request, 'x-ira-maintenance', isPage && (await isUnderMaintenance(db)) ? 'on' : null);
}

/** Responds with status 500 to an uncaught error. The process continues. */
export function answerFailure(response: ServerResponse, error: unknown): void {
  log.error('page.failed', { error });
  if (!response.headersSent) response.writeHead(500);
  response.end();
}
