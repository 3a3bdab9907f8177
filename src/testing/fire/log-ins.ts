import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { mailsTo, spoil } from '../outside';
import { plantSubscriber } from '../subscribers';
import type { World } from '../world';
import { startFired } from './process';
import { eventually, plantDue } from './recovery';
import { askForBillingRun, waitForClock } from './time';
import { endAll } from './worker-crashes';

/** Log-in mails asked for while a billing run was under way. */
export interface LogIns {
  /** From the request to the mail server, in milliseconds. */
  mailsMs: number[];
  /** Orders that the run had not begun when the last mail had come: it was under way all the time. */
  notBegun: number;
}

const LOG_INS = 40;
const PAUSE_MS = 500;
const GATEWAY_MS = 3000;

/** Asks for log-in links one after another while a worker bills `people` at a gateway that takes three seconds. */
export async function logInBesideBilling(world: World, people: number): Promise<LogIns> {
  const worker = startFired('worker');
  try {
    await worker.begin();
    const due = await plantDue(world, people);
    const visitor = await plantSubscriber(world);
    await spoil(world, { op: '*', kind: 'delay', args: { ms: GATEWAY_MS }, times: 'always' });
    await waitForClock([worker]);
    await askForBillingRun(world);
    const notBegun = async () => {
      const rows = await world.db.execute<{ count: number }>(
        sql`select count(*)::int from orders where status = 'upcoming' and payment_date = ${due}`,
      );
      return rows[0]?.count ?? 0;
    };
    await eventually('the run begins', async () => (await notBegun()) < people);
    const mailsMs: number[] = [];
    for (let asked = 0; asked < LOG_INS; asked += 1) {
      const before = mailsTo(world, visitor.email).length;
      const started = performance.now();
      await world.request('POST', '/api/trpc/auth.requestMagicLink', { json: { email: visitor.email } });
      await eventually('the mail arrives', () => mailsTo(world, visitor.email).length > before);
      mailsMs.push(performance.now() - started);
      await sleep(PAUSE_MS);
    }
    return { mailsMs, notBegun: await notBegun() };
  } finally {
    await endAll([worker]);
  }
}
