import { z } from 'zod';
import { queryRows } from '../db/query-rows';
import type { Db, Tx } from '../db';
import type { InvariantBody } from './body';
import { DELIVERY } from './delivery';
import { DOCUMENTS } from './documents';
import { HISTORY } from './history';
import { LINKS } from './links';
import { CHARGING, MONEY } from './money';
import { REWARDS } from './rewards';
import { SUBSCRIPTIONS } from './subscriptions';

/** `sql` returns one row, an `id`, per violation. `$1` is the present instant. */
export interface Invariant {
  name: string;
  sql: string;
}

/**
 * `paused`: billing is paused by an operator, or was until an hour ago. `today` begins at 00:15, because a billing run
 * may begin payment dates up to a quarter of an hour after midnight.
 */
const CLOCK = `with clock as (select $1::timestamptz as now,
  (($1::timestamptz - interval '15 minutes') at time zone 'Asia/Bangkok')::date as today,
  exists (select 1 from flags where case when name = 'billing' then value::jsonb ->> 'paused' = 'true'
    or (value::jsonb ->> 'since')::timestamptz > $1::timestamptz - interval '1 hour' end) as paused)`;

const withClock = ([name, body]: InvariantBody): Invariant => ({ name, sql: `${CLOCK}\n${body}` });

/** All invariants. Each holds at every moment, also while commands and billing runs are in progress. */
export const INVARIANTS: readonly Invariant[] = [
  ...MONEY,
  ...CHARGING,
  ...SUBSCRIPTIONS,
  ...LINKS,
  ...HISTORY,
  ...REWARDS,
  ...DELIVERY,
  ...DOCUMENTS,
].map(withClock);

const SHOWN_MAX = 20;

export interface Violation {
  name: string;
  /** The ids of the first twenty violating rows. */
  ids: string[];
}

/**
 * Returns the statement that checks an invariant. It is materialized because a limit would be planned for finding rows
 * early, and almost always there are none.
 */
export const statementOf = ({ sql }: Invariant): string =>
  `with found as materialized (${sql}) select id from found limit ${SHOWN_MAX}`;

const violationRow = z.object({ id: z.string() });

/** Checks one invariant. @returns null if it holds */
export async function findViolation(
  { db, now }: { db: Db | Tx; now: Date },
  invariant: Invariant,
): Promise<Violation | null> {
  const rows = await queryRows(db, violationRow, {
    text: statementOf(invariant),
    params: [now.toISOString()],
  });
  return rows.length > 0 ? { name: invariant.name, ids: rows.map((row) => row.id) } : null;
}

/** Checks all invariants. @returns the violated ones */
export async function findViolations(ctx: { db: Db | Tx; now: Date }): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const invariant of INVARIANTS) {
    const violation = await findViolation(ctx, invariant);
    if (violation) violations.push(violation);
  }
  return violations;
}
