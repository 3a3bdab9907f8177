import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { mailsTo, injectFault } from '../providers';
import { walkSubscriber } from '../subscribers';
import type { World } from '../world';
import { startProcess } from './child-process';
import { waitUntil, createDueSubscribers } from './recovery';
import { requestBillingRun, waitForClock } from './time';
import { killAll } from './worker-crashes';

/** The result for log-in mails requested during a billing run. */
export interface LogIns {
  /** For each mail: the time in ms from the request until the mail server has the mail. */
  mailsMs: number[];
  /** The number of due orders that the billing run had not begun to charge when the last mail arrived. */
  notBegun: number;
}

const LOG_INS = 40;
const PAUSE_MS = 500;
const GATEWAY_MS = 3000;

/**
 * Requests log-in links one by one while a worker bills subscribers. Each response of the gateway takes three
 * seconds.
 */
export async function logInDuringBilling(world: World, subscribers: number): Promise<LogIns> {
  const worker = startProcess('worker');
  try {
    await worker.begin();
    const due = await createDueSubscribers(world, subscribers);
    const visitor = await walkSubscriber(world);
    await injectFault(world, { op: '*', kind: 'latency', args: { ms: GATEWAY_MS }, times: 'always' });
    await waitForClock([worker]);
    await requestBillingRun(world);
    const notBegun = async () => {
      const rows = await world.db.execute<{ count: number }>(
        sql`select count(*)::int from orders where status = 'upcoming' and payment_date = ${due}`,
      );
      return rows[0]?.count ?? 0;
    };
    await waitUntil('the run begins', async () => (await notBegun()) < subscribers);
    const mailsMs: number[] = [];
    for (let asked = 0; asked < LOG_INS; asked += 1) {
      const before = mailsTo(world, visitor.email).length;
      const started = performance.now();
      await world.request('POST', '/api/trpc/auth.requestMagicLink', { json: { email: visitor.email } });
      await waitUntil('the mail arrives', () => mailsTo(world, visitor.email).length > before);
      mailsMs.push(performance.now() - started);
      await sleep(PAUSE_MS);
    }
    return { mailsMs, notBegun: await notBegun() };
  } finally {
    await killAll([worker]);
  }
}
