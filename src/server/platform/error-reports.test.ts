import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CANARY, SINGS } from '@/testing/canary';
import { endErrorReports, startErrorReports } from './error-reports';
import { log, logTo } from './log';

let receiver: Server;
let received = '';
beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.toString()));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((go) => receiver.listen(0, '127.0.0.1', go));
  const { port } = receiver.address() as AddressInfo;
  vi.stubEnv('SENTRY_DSN', `http://key@127.0.0.1:${port}/7`);
  vi.stubEnv('LOG_LEVEL', 'error');
  logTo({ write: () => undefined });
  await startErrorReports();
});
afterAll(() => receiver.close());

/** Returns an error of the database driver, with user input in several fields. */
function databaseError(): Error {
  const error = new Error(`duplicate key value: ${CANARY.email}`);
  return Object.assign(error, {
    name: 'PostgresError',
    code: '23505',
    constraint_name: 'accounts_email',
    detail: `Key (email)=(${CANARY.email}) already exists.`,
    parameters: [CANARY.firstName, CANARY.phone],
    cause: undefined,
  });
}

test('a server error is reported like its log line: event and location, without personal data', async () => {
  log.error('api.failed', { route: `/pay/${CANARY.password}`, code: 'INTERNAL', error: databaseError() });
  log.warn('not.reported', {});
  await endErrorReports();
  const [, head = '', body = ''] = received.split('\n');
  expect(JSON.parse(head)).toMatchObject({ type: 'event' });
  const event = JSON.parse(body) as {
    tags: object;
    exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] };
  };
  expect(event.tags).toEqual({ event: 'api.failed', route: '/pay/[hidden]', code: 'INTERNAL' });
  const [thrown] = event.exception.values;
  expect(thrown).toMatchObject({ type: 'PostgresError', value: 'api.failed 23505 accounts_email' });
  expect(thrown?.stacktrace.frames.at(-1)?.filename).toContain('error-reports.test.ts');
  expect(event).not.toHaveProperty('user');
  expect(event).not.toHaveProperty('request');
  expect(received).not.toMatch(SINGS);
  expect(received).not.toContain('not.reported');
});
