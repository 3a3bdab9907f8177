import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Day } from '@/domain/day';
import { allow } from '@/domain/errors';
import { MOVING_COLUMN_NAMES, type MovingChoice } from '@/domain/moving-in';
import type { MovingCells } from '@/schemas/moving-in';
import { transaction } from '@/server/db';
import {
  accounts,
  importRows,
  imports,
  messages,
  orders,
  pointsEntries,
  subscriptions,
  throttles,
} from '@/server/db/schema';
import { lockSubscriptionOf } from '@/server/lifecycle/locks';
import { lockAccount } from '@/server/lifecycle/require-subscriber';
import { checkInvariants } from '@/server/work/invariants/check-invariants';
import { runBilling } from '@/server/work/jobs/run';
import { purgeExpired } from '@/server/work/jobs/purge';
import { addCard } from '@/server/money/payment-method/add-card';
import { eraseAccount } from '@/server/subscriber/account/deletion';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { createCardToken } from '@/testing/cards';
import { GOOD_CARD } from '@/testing/browser';
import { callAuth, linkMailedTo, loggedIn } from '@/testing/link-requests';
import { runJobs } from '@/testing/jobs';
import { movingCells, movingCsv, moveIn, plantImported, readMovingFile } from '@/testing/moving';
import { goTo, ordersOf, pass, plantSubscriber, pointsOf, refusalOf, statusOf } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';
import { openImport } from './open-import';
import { readImport, readImportRows } from './read-import';
import { beginWork, importWork } from './run-import';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' }, cleanup: 'empty' });
beforeEach(async () => {
  await transaction(world.db, (tx) => tx.delete(throttles));
  await goTo(world, '2026-11-20');
});

const rowsOf = (importId: string) =>
  readImportRows(world.ctx(), { importId, faulty: false, after: 0, limit: 1000 });
const statesOf = async (importId: string) => (await rowsOf(importId)).map(({ state }) => state);
const accountOf = async (email: string) => {
  const [found] = await world.db.select().from(accounts).where(eq(accounts.email, email));
  if (!found) throw new Error(`no account ${email}`);
  return found;
};
const countOf = (table: typeof accounts | typeof orders | typeof subscriptions) => world.db.$count(table);

describe('checking a file', () => {
  test('changes nothing, says what each row would do, and goes on where it stopped', async () => {
    const { email } = await plantSubscriber(world);
    const before = await countOf(accounts);
    const rows = [
      movingCells(1),
      movingCells(2, { email: '' }),
      movingCells(3, { email }),
      movingCells(4, { external_id: 'sub-1' }),
      movingCells(5, { email: 'MOVER1@example.test' }),
    ];
    const importId = await readMovingFile(world, movingCsv(rows));
    expect(await rowsOf(importId)).toMatchObject([
      { state: 'ready', firstDate: '2026-12-31', total: 37525 },
      { state: 'refused', faults: [{ column: 'email', code: 'missing' }] },
      { state: 'refused', faults: [{ column: 'email', code: 'email_taken' }] },
      { state: 'refused', faults: [{ column: 'external_id', code: 'id_twice', hint: '2' }] },
      { state: 'refused', faults: [{ column: 'email', code: 'email_twice', hint: '2' }] },
    ]);
    expect(await readImport(world.ctx(), importId)).toMatchObject({
      state: 'checked',
      all: 5,
      counts: { ready: 1, refused: 4 },
      days: [{ day: '2026-12-31', count: 1, total: 37525 }],
    });
    expect(await countOf(accounts)).toBe(before);
    // The same file is checked anew: what was wrong may be right now.
    expect(await readMovingFile(world, movingCsv(rows))).not.toBe(importId);
  });

  test('reads chosen columns, and remembers them for the next file with these heads', async () => {
    const chosen: MovingChoice = { email: 'Mail', external_id: 'Mail', points: '' };
    const other = (rows: MovingCells[]) => movingCsv(rows).replace('external_id,email', 'Nr,Mail');
    const read = (text: string, choice?: MovingChoice) => readMovingFile(world, text, 'old-shop', {}, choice);
    expect(await refusalOf(read(other([movingCells(1)])))).toBe('INPUT_INVALID');
    await read(other([movingCells(1)]), chosen);
    const swapped = other([movingCells(2), movingCells(3)]).replace('Nr,Mail', 'Mail,Nr');
    const again = await read(swapped.replace(/"(sub-\d)","(mover\d@example.test)"/g, '"$2","$1"'));
    expect(await rowsOf(again)).toMatchObject([
      { state: 'ready', externalId: 'mover2@example.test' },
      { state: 'ready', externalId: 'mover3@example.test' },
    ]);
    await moveIn(world, again, 'commit');
    const { id } = await accountOf('mover2@example.test');
    expect(await pointsOf(world, id)).toBe(0);
    expect(await refusalOf(read(swapped.replace('Nr', 'No')))).toBe('INPUT_INVALID');
    expect(await refusalOf(read(swapped.replace('Nr', 'No'), { ...chosen, phone: 'Nr' }))).toBe(
      'INPUT_INVALID',
    );
    // The template keeps its own columns.
    expect(await rowsOf(await read(movingCsv([movingCells(4)])))).toMatchObject([{ externalId: 'sub-4' }]);
  });

  test('goes on with an interrupted file only under the same columns', async () => {
    const open = (chosen: MovingChoice) =>
      openImport(
        { ...world.ctx(), operator: 'staff:stf_mover' },
        {
          source: 'old-shop',
          fileName: 'file.csv',
          fileHash: 'a'.repeat(64),
          chosen,
          header: ['Mail', ...MOVING_COLUMN_NAMES],
        },
      );
    const first = await open({ external_id: 'Mail' });
    expect(await open({ external_id: 'Mail' })).toEqual(first);
    expect((await open({})).importId).not.toBe(first.importId);
  });

  test('is forgotten with its persons after 30 days, but not what moved in', async () => {
    const kept = await plantImported(world, [movingCells(1)]);
    await readMovingFile(world, movingCsv([movingCells(2)]));
    await transaction(world.db, (tx) =>
      tx.update(imports).set({ createdAt: new Date(world.ctx().now.getTime() - 40 * 86_400_000) }),
    );
    await purgeExpired(world.ctx());
    expect((await world.db.select().from(imports)).map(({ id }) => id)).toEqual([kept]);
    const stored = JSON.stringify(await world.db.select().from(importRows));
    expect(stored).not.toMatch(/mover1|Mali|Sukhumvit/);
  });
});

describe('taking over', () => {
  test('creates accounts that are imported, with their points, and nothing is planned, charged or sent', async () => {
    const importId = await plantImported(world, [movingCells(1), movingCells(2, { points: '' })]);
    const { id, locale, phone, province } = await accountOf('mover1@example.test');
    expect([locale, phone, province]).toEqual(['th', '0800000001', 'Bangkok']);
    expect([await statusOf(world, id), await pointsOf(world, id)]).toEqual(['imported', 120]);
    for (const days of [8, 20, 15]) {
      await pass(world, { days });
      await runBilling(world.ctx());
      await runJobs();
    }
    expect([await countOf(orders), await world.db.$count(messages)]).toEqual([0, 0]);
    expect(await statesOf(importId)).toEqual(['imported', 'imported']);
    expect(await checkInvariants(world.ctx())).toEqual([]);
  });

  test('of the same subscription again changes nothing', async () => {
    await plantImported(world, [movingCells(1)]);
    const { id } = await accountOf('mover1@example.test');
    const again = await readMovingFile(
      world,
      movingCsv([movingCells(1, { email: 'new@example.test' }), movingCells(2)]),
    );
    expect(await statesOf(again)).toEqual(['known', 'ready']);
    await moveIn(world, again, 'commit', 'activate');
    expect(await statusOf(world, id)).toBe('imported');
    expect(await countOf(accounts)).toBe(2);
  });

  test('of who deleted the account is known, without the e-mail that the earlier system has as its id', async () => {
    const mover = movingCells(1, { external_id: 'mover1@example.test' });
    await moveIn(world, await plantImported(world, [mover]), 'activate');
    await plantImported(world, [mover, movingCells(2)]);
    const { id } = await accountOf('mover1@example.test');
    await transaction(world.db, async (tx) => {
      await eraseAccount(tx, world.now(), await lockAccount(tx, id, () => allow), id);
    });
    expect(JSON.stringify(await world.db.select().from(importRows))).not.toContain('mover1');
    const again = await readMovingFile(world, movingCsv([{ ...mover, email: 'new@example.test' }]));
    expect(await statesOf(again)).toEqual(['known']);
  });

  test('passes over a row whose e-mail or subscription came here after the check', async () => {
    const first = await readMovingFile(world, movingCsv([movingCells(1), movingCells(2)]));
    const second = await readMovingFile(
      world,
      `${movingCsv([movingCells(1), movingCells(3, { email: 'mover2@example.test' })])}\n`,
    );
    await moveIn(world, first, 'commit');
    await moveIn(world, second, 'commit');
    expect(await rowsOf(second)).toMatchObject([
      { state: 'known' },
      { state: 'refused', faults: [{ code: 'email_taken' }] },
    ]);
  });

  test('by many processes, of files with the same subscriptions, creates each once', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => movingCells(n));
    const files = [movingCsv(rows), `${movingCsv(rows)}\n`];
    const ids = await Promise.all(files.map((file) => readMovingFile(world, file)));
    const operator = 'staff:stf_mover';
    await Promise.all(
      ids.map((importId) => beginWork({ ...world.ctx(), operator }, { importId, work: 'commit' })),
    );
    await Promise.all([...ids, ...ids, ...ids].map((id) => importWork.finish(world.ctx(), id)));
    const states = (await Promise.all(ids.map(statesOf))).flat();
    expect(states.filter((state) => state === 'imported')).toHaveLength(40);
    expect([await countOf(accounts), await countOf(subscriptions)]).toEqual([40, 40]);
    expect(await world.db.$count(pointsEntries)).toBe(40);
  });

  test('goes on after its worker was killed', async () => {
    const importId = await readMovingFile(world, movingCsv([movingCells(1)]));
    await beginWork({ ...world.ctx(), operator: 'staff:stf_mover' }, { importId, work: 'commit' });
    await transaction(world.db, (tx) =>
      tx.execute(sql`with jobs as (select graphile_worker.remove_job(${`move_in:${importId}`}))
        update imports set moved_at = now() - interval '3 minutes' from jobs`),
    );
    await runJobs();
    expect(await statesOf(importId)).toEqual(['ready']);
    await runBilling(world.ctx());
    await runJobs();
    expect(await statesOf(importId)).toEqual(['imported']);
  });
});

describe('activating', () => {
  test('plans from the next date of the earlier system, and an ended subscription can be restarted', async () => {
    const importId = await plantImported(world, [
      movingCells(1, { next_payment_date: '2026-11-30', payment_day: '31' }),
      movingCells(2, { status: 'ended', next_payment_date: '' }),
      movingCells(3, { next_payment_date: '2026-11-21', every_months: '2' }),
    ]);
    await moveIn(world, importId, 'activate');
    const datesOf = async (n: number) => {
      const { id } = await accountOf(`mover${n}@example.test`);
      return [await statusOf(world, id), ...(await ordersOf(world, id)).map(({ date }) => date)];
    };
    expect(await datesOf(1)).toEqual(['active', '2026-11-30', '2026-12-31', '2027-01-31']);
    expect(await datesOf(2)).toEqual(['cancelled']);
    expect(await datesOf(3)).toEqual(['active', '2027-01-21', '2027-03-21', '2027-05-21']);
    const { id } = await accountOf('mover2@example.test');
    await addCard(world.ctx(), id, { cardToken: await createCardToken(GOOD_CARD) });
    await reactivate(world.ctx(), id, { when: 'now', frequency: 1 });
    expect(await statusOf(world, id)).toBe('active');
    expect(await checkInvariants(world.ctx())).toEqual([]);
  });

  test('the first charge is on the first date, not earlier', async () => {
    await moveIn(
      world,
      await plantImported(world, [movingCells(1, { next_payment_date: '2026-11-24' })]),
      'activate',
    );
    const { id } = await accountOf('mover1@example.test');
    await addCard(world.ctx(), id, { cardToken: await createCardToken(GOOD_CARD) });
    await goTo(world, '2026-11-23', '23:00');
    await runBilling(world.ctx());
    expect((await ordersOf(world, id)).map(({ status }) => status)).toEqual([
      'upcoming',
      'upcoming',
      'upcoming',
    ]);
    await goTo(world, '2026-11-24', '09:30');
    await runBilling(world.ctx());
    expect((await ordersOf(world, id))[0]).toMatchObject({ status: 'paid', date: '2026-11-24' });
  });

  test('leaves out who deleted the account, and is refused before the take-over', async () => {
    const importId = await plantImported(world, [movingCells(1), movingCells(2)]);
    const { id } = await accountOf('mover1@example.test');
    await transaction(world.db, (tx) => tx.delete(accounts).where(eq(accounts.id, id)));
    await moveIn(world, importId, 'activate');
    expect(await statesOf(importId)).toEqual(['undone', 'active']);
    expect(await refusalOf(moveIn(world, importId, 'commit'))).toBe('STALE');
  });
});

describe('the link to add a card', () => {
  const linksOf = () => world.db.select().from(messages).where(eq(messages.kind, 'moved_in'));

  test('is mailed 7 days before the first payment, logs in once and ends on that day', async () => {
    await moveIn(world, await plantImported(world, [movingCells(1)]), 'activate');
    await goTo(world, '2026-12-23', '10:00');
    await runBilling(world.ctx());
    expect(await linksOf()).toEqual([]);
    await goTo(world, '2026-12-24', '10:00');
    await runBilling(world.ctx());
    await runJobs();
    await runBilling(world.ctx());
    expect(await linksOf()).toHaveLength(1);
    const { link, token } = await linkMailedTo(world, 'mover1@example.test');
    expect(link).toContain('/th/login/link?next=%2Fth%2Faccount%2Fcards%2Fadd#');
    await goTo(world, '2026-12-31', '08:59');
    const entered = await callAuth(world, 'useMagicLink', { token }, {});
    expect(entered.data).toMatchObject({ account: { emailVerified: true } });
    expect((await world.request('GET', '/api/me', undefined, loggedIn(entered))).status).toBe(200);
    expect((await callAuth(world, 'useMagicLink', { token }, {})).code).toBe('TOKEN_EXPIRED');
  });

  test('is not mailed to a person with a card, or who pays another way', async () => {
    const rows = [
      movingCells(1),
      movingCells(2, { payment_method: 'offline' }),
      movingCells(3, { status: 'ended' }),
    ];
    const importId = await plantImported(world, rows);
    const { id } = await accountOf('mover1@example.test');
    await moveIn(world, importId, 'activate');
    await addCard(world.ctx(), id, { cardToken: await createCardToken(GOOD_CARD) });
    await goTo(world, '2026-12-26', '10:00');
    await runBilling(world.ctx());
    expect(await linksOf()).toEqual([]);
  });
});

describe('undoing', () => {
  test('deletes what the file created, after which it can move in again', async () => {
    const importId = await plantImported(world, [movingCells(1), movingCells(2)]);
    await moveIn(world, importId, 'activate', 'undo');
    expect([await countOf(accounts), await countOf(orders), await countOf(subscriptions)]).toEqual([0, 0, 0]);
    expect(await statesOf(importId)).toEqual(['undone', 'undone']);
    await plantImported(world, [movingCells(1), movingCells(2)]);
    expect(await countOf(accounts)).toBe(2);
  });

  test('waits for a charge that begins meanwhile, and leaves its subscriber', async () => {
    const importId = await plantImported(world, [movingCells(1, { next_payment_date: '2026-11-24' })]);
    await moveIn(world, importId, 'activate');
    const { id } = await accountOf('mover1@example.test');
    const undoing = await transaction(world.db, async (tx) => {
      await lockSubscriptionOf(tx, id);
      const undo = moveIn(world, importId, 'undo');
      await untilLocked(world);
      const day = { begunAt: world.now() };
      await tx
        .update(orders)
        .set(day)
        .where(and(eq(orders.accountId, id), eq(orders.paymentDate, '2026-11-24' as Day)));
      return { undo };
    });
    await undoing.undo;
    expect(await statesOf(importId)).toEqual(['active']);
    expect(await ordersOf(world, id)).toHaveLength(3);
  });

  test('leaves a subscriber who was charged here', async () => {
    const importId = await plantImported(world, [
      movingCells(1, { next_payment_date: '2026-11-24' }),
      movingCells(2),
    ]);
    await moveIn(world, importId, 'activate');
    const { id } = await accountOf('mover1@example.test');
    await addCard(world.ctx(), id, { cardToken: await createCardToken(GOOD_CARD) });
    await goTo(world, '2026-11-24', '09:30');
    await runBilling(world.ctx());
    await moveIn(world, importId, 'undo');
    expect(await statesOf(importId)).toEqual(['active', 'undone']);
    expect((await ordersOf(world, id))[0]?.status).toBe('paid');
    const paid = and(eq(orders.accountId, id), eq(orders.status, 'paid'));
    expect(await world.db.$count(orders, paid)).toBe(1);
  });
});
