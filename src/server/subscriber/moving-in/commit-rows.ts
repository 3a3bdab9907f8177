import { and, eq, inArray, sql } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { dayOf } from '@/domain/day';
import type { NewEvent } from '@/domain/event';
import type { MovingFault, MovingPerson, MovingPlan } from '@/domain/moving-in';
import type { Tx } from '../../db';
import { accounts, auditEvents, boxItems, importRows, subscriptions } from '../../db/schema';
import { addEvents } from '../../lifecycle/events';
import { movePoints } from '../../lifecycle/points';
import { newId } from '../../platform/ids';
import { findKnown, findReserved, type Import, type ImportRow, type MovingSet } from './open-import';

interface Mover {
  line: number;
  accountId: string;
  subscriptionId: string;
  externalId: string;
  person: MovingPerson;
  plan: MovingPlan;
}

/**
 * Creates the accounts and subscriptions of rows. The subscriptions are imported: nothing is planned, charged or sent
 * until they are activated. A row whose subscription or e-mail is here meanwhile is passed over.
 */
export async function commitRows({ tx, now, found, rows }: MovingSet): Promise<void> {
  // Two imports of one source must not both create the same subscription.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('move_in:' || ${found.source}, 0))`);
  const ids = rows.flatMap(({ externalId }) => externalId ?? []);
  const known = await findKnown(tx, found.source, ids);
  await setRows(tx, found.id, linesOf(rows.filter((row) => isIn(known, row))), { state: 'known' });
  const wanted = rows.filter((row) => !isIn(known, row)).map(moverOf);
  const movers = await createAccounts(tx, now, wanted);
  const taken: MovingFault[] = [{ column: 'email', code: 'email_taken' }];
  const isRefused = ({ line }: Mover) => !movers.some((mover) => mover.line === line);
  await setRows(tx, found.id, linesOf(wanted.filter(isRefused)), { state: 'refused', faults: taken });
  if (movers.length === 0) return;
  await createSubscriptions(tx, now, movers);
  await tx.execute(sql`update import_rows r set state = 'imported', person = null, email_norm = null,
      token = case when r.plan -> 'token' is not null then 'open' end,
      account_id = m."accountId"
    from jsonb_to_recordset(${JSON.stringify(movers.map(({ line, accountId }) => ({ line, accountId })))}::jsonb)
      as m(line int, "accountId" text)
    where r.import_id = ${found.id} and r.line = m.line`);
  await record(tx, now, found, movers);
}

const isIn = (known: ReadonlySet<string>, { externalId }: ImportRow) =>
  externalId !== null && known.has(externalId);
const linesOf = (rows: readonly { line: number }[]) => rows.map(({ line }) => line);

/** Sets the state of rows that do not move in, and deletes their persons. */
async function setRows(
  tx: Tx,
  importId: string,
  lines: number[],
  values: Pick<typeof importRows.$inferInsert, 'state'> & { faults?: MovingFault[] },
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .update(importRows)
    .set({ ...values, person: null, emailNorm: null })
    .where(and(eq(importRows.importId, importId), inArray(importRows.line, lines)));
}

function moverOf({ line, externalId, person, plan }: ImportRow): Mover {
  if (externalId === null || !person || !plan) throw new Error('a ready row without its person');
  const [accountId, subscriptionId] = [newId('account'), newId('subscription')];
  return { line, accountId, subscriptionId, externalId, person, plan };
}

/** @returns those whose e-mail was free */
async function createAccounts(tx: Tx, now: Date, movers: readonly Mover[]): Promise<Mover[]> {
  if (movers.length === 0) return [];
  const created = await tx
    .insert(accounts)
    .values(
      movers.map(({ accountId, person: { place, email, ...person } }) => ({
        id: accountId,
        email,
        emailNorm: normaliseEmail(email),
        ...person,
        ...place,
        consentAt: now,
        createdAt: now,
      })),
    )
    .onConflictDoNothing({ target: accounts.emailNorm })
    .returning({ id: accounts.id, email: accounts.emailNorm });
  // After the insert, which waits for a change of e-mail that another transaction makes.
  const reserved = new Set(
    await findReserved(
      tx,
      now,
      created.map(({ email }) => email),
    ),
  );
  const refused = created.flatMap(({ id, email }) => (reserved.has(email) ? [id] : []));
  if (refused.length > 0) await tx.delete(accounts).where(inArray(accounts.id, refused));
  const kept = new Set(created.flatMap(({ id }) => (refused.includes(id) ? [] : [id])));
  return movers.filter(({ accountId }) => kept.has(accountId));
}

async function createSubscriptions(tx: Tx, now: Date, movers: readonly Mover[]): Promise<void> {
  await tx.insert(subscriptions).values(
    movers.map(({ accountId, subscriptionId, plan: { frequency, paymentDay, method } }) => ({
      id: subscriptionId,
      accountId,
      status: 'imported' as const,
      frequency,
      paymentDay,
      paymentMethod: method,
      registeredOn: dayOf(now),
      createdAt: now,
    })),
  );
  await tx
    .insert(boxItems)
    .values(
      movers.flatMap(({ subscriptionId, plan }) => plan.items.map((item) => ({ subscriptionId, ...item }))),
    );
}

/** Moves the points, and writes the events and the audit. */
async function record(tx: Tx, now: Date, found: Import, movers: readonly Mover[]): Promise<void> {
  const { id: importId, source, createdBy: actor } = found;
  await movePoints(
    tx,
    now,
    movers.flatMap(({ accountId, plan: { points } }) =>
      points === 0 ? [] : [{ accountId, kind: 'moved_in', source: importId, delta: points, orderId: null }],
    ),
  );
  const events = movers.flatMap(({ accountId, subscriptionId, plan }): NewEvent[] => {
    const { frequency, paymentDay, method: paymentMethod } = plan;
    const changes = { accountId, status: 'imported', frequency, paymentDay, paymentMethod };
    return [
      { type: 'customer.created', id: accountId, changes: {} },
      { type: 'subscription.created', id: subscriptionId, changes },
    ];
  });
  addEvents(tx, now, events);
  const detail = { importId, source };
  await tx.insert(auditEvents).values(
    movers.map(({ subscriptionId: subject }) => ({
      id: newId('audit'),
      at: now,
      actor,
      subject,
      what: 'subscription.imported',
      detail,
    })),
  );
}
