import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forgetProcessState } from '@/process-state';
import { readSandboxSettings } from '@/settings/sandbox';
import { createClock } from '@/sandbox/clock';
import { createSandbox, type Sandbox } from '@/sandbox/server';
import { createSmtp } from '@/sandbox/smtp';
import { createHttp, listen } from '@/sandbox/transport';
import { handleApi } from '@/server/api/handler';
import { travel } from '@/server/work/jobs/time-travel';
import { setClockOffset, systemNow } from '@/server/platform/clock';
import type { Ctx } from '@/server/platform/context';
import { database, type Db } from '@/server/db';
import { startWorker, type Worker } from '@/worker/start';
import type { TestDatabase } from './database';
import type { KeptDatabase } from './kept-database';
import { expectReadableMessages } from './text-faults';

const SITE = 'http://localhost:3999';
const OPERATOR_TOKEN = 'operator-token-of-the-tests';

/**
 * The environment of a test: the product with a real database, a sandbox of all providers, and a clock that
 * the test sets.
 */
export interface World {
  db: Db;
  sandbox: Sandbox;
  sandboxUrl: string;
  /** The product's time at the start of the test environment. */
  openedAt: Date;
  /** The product's current time. */
  now(): Date;
  ctx(now?: Date): Ctx;
  /** Sets the clock. Does not run the work that becomes due in between. */
  setNow(instant: Date): Promise<void>;
  /** Moves the clock forward, with a stop at every instant at which work is due. Requires a running worker. */
  travelTo(instant: string | Date): ReturnType<typeof travel>;
  startWorker(): Promise<void>;
  /** Calls the API handler with an HTTP request. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  operator: Record<string, string>;
  /** Returns the last mail to a recipient, or null. */
  latestMail(to: string): Promise<{ subject: string; text: string; html: string; links: string[] } | null>;
  close(): Promise<void>;
}

async function freeListen(server: Server | Parameters<typeof listen>[0]): Promise<number> {
  await listen(server, 0, '127.0.0.1');
  const at = (server as Server).address?.() ?? (server as unknown as { server: Server }).server.address();
  return (at as AddressInfo).port;
}

/**
 * Opens a world at an instant, optionally with other settings. A test file can open only one world, because
 * settings belong to the process.
 * @param ownDatabase the database to use without a test runner, which otherwise takes a `KeptDatabase`
 */
export async function openWorld(
  startAt: string,
  settings: Record<string, string> = {},
  ownDatabase?: TestDatabase,
): Promise<World> {
  const kept = ownDatabase ? null : await (await import('./kept-database')).KeptDatabase.take();
  const testDatabase = ownDatabase ?? (kept as KeptDatabase).database;
  let answering: Sandbox | null = null;
  const http = createHttp(
    (request) => answering?.fetch(request) ?? Promise.resolve(new Response(null, { status: 503 })),
    false,
  );
  const sandboxUrl = `http://127.0.0.1:${await freeListen(http)}`;
  const sandbox = createSandbox({
    settings: readSandboxSettings({ SITE_URL: SITE }),
    publicUrl: sandboxUrl,
    folder: null,
    // Product and sandbox use one clock, so that a test may begin at any instant, also in the past.
    clock: createClock(() => systemNow().getTime()),
    deliver: (url, init) => handleApi(new Request(url, init)),
  });
  answering = sandbox;
  const smtp = createSmtp(sandbox);
  const smtpPort = await freeListen(smtp);
  Object.assign(process.env, {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    DATABASE_URL: testDatabase.pooledUrl ?? testDatabase.url,
    ...(testDatabase.pooledUrl === undefined ? {} : { DATABASE_DIRECT_URL: testDatabase.url }),
    DATABASE_POOL: '12',
    SITE_URL: SITE,
    SANDBOX_URL: sandboxUrl,
    OMISE_API_URL: `${sandboxUrl}/omise/api`,
    LINE_ACCESS_URL: `${sandboxUrl}/line/access`,
    LINE_API_URL: `${sandboxUrl}/line/api`,
    MYCLOUD_API_URL: `${sandboxUrl}/mycloud/api/v1`,
    ECWID_API_URL: `${sandboxUrl}/ecwid/api/v3`,
    OMISE_VAULT_URL: `${sandboxUrl}/omise/vault`,
    OMISE_WEBHOOK_SECRET: 'c29mdC1jb3R0b24td2ViaG9vay1zZWNyZXQtMDAwMDAx',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    OPERATOR_TOKEN,
    THROTTLE_SCALE: '1000',
    ...settings,
  });
  // Work that an earlier file left may have read the settings before they were those of this world.
  forgetProcessState();
  const setNow = async (instant: Date) => {
    setClockOffset(0);
    setClockOffset(instant.getTime() - systemNow().getTime());
    await sandbox.advanceTo(systemNow());
  };
  const openedAt = new Date(startAt);
  await setNow(openedAt);
  await kept?.openPools();
  const db = database();
  let runner: Worker | undefined;
  return {
    db,
    sandbox,
    sandboxUrl,
    openedAt,
    now: systemNow,
    ctx: (now = systemNow()) => ({ db, now }),
    setNow,
    travelTo: (instant) => travel(db, new Date(instant)),
    startWorker: async () => {
      runner ??= await startWorker();
    },
    request: (method, path, body, headers = {}) =>
      handleApi(
        new Request(`${SITE}${path}`, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            'x-ira-address': '203.0.113.7',
            ...headers,
          },
          body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    operator: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    latestMail: async (to) => {
      const response = await sandbox.fetch(`${sandboxUrl}/mail/latest?to=${encodeURIComponent(to)}`);
      if (response.status === 404) return null;
      return ((await response.json()) as { data: Awaited<ReturnType<World['latestMail']>> }).data;
    },
    close: async () => {
      await runner?.stop();
      await sandbox.settled();
      try {
        await expectReadableMessages(sandbox);
      } finally {
        sandbox.close();
        smtp.close(() => undefined);
        http.close();
        http.closeAllConnections();
        if (kept) await kept.giveBack();
        else {
          await db.$client.end({ timeout: 2 });
          await testDatabase.drop();
        }
      }
    },
  };
}
