import { z } from 'zod';
import { settings } from '@/settings/settings';
import { queryRows } from '../../db/query-rows';
import type { Db, Tx } from '../../db';
import type { InvariantBody } from './body';
import { DELIVERY } from './delivery';
import { DOCUMENTS } from './documents';
import { HISTORY } from './history';
import { LINKS } from './links';
import { CHARGING, MONEY } from './money';
import { REWARDS } from './rewards';
import { SUBSCRIPTIONS } from './subscriptions';

/**
 * An invariant of the records. `body` is SQL that reads `clock` and returns one row with an `id` per violation.
 */
export interface Invariant {
  name: string;
  body: string;
}

/**
 * SQL of the table `clock`. `paused`: billing is paused, or was paused in the last hour. `today` changes at
 * 00:15, because a billing run may begin payment dates up to 15 minutes after midnight. `boxes_first`: payments wait for
 * late boxes.
 */
const clock = () => `with clock as (select $1::timestamptz as now,
  (($1::timestamptz - interval '15 minutes') at time zone 'Asia/Bangkok')::date as today,
  exists (select 1 from flags where case when name = 'billing' then value::jsonb ->> 'paused' = 'true'
    or (value::jsonb ->> 'since')::timestamptz > $1::timestamptz - interval '1 hour' end) as paused,
  ${settings().LATE_BOX_CHARGING === 'wait'} as boxes_first)`;

const fromBody = ([name, body]: InvariantBody): Invariant => ({ name, body });

/** All invariants. Each invariant is true at every moment, also during commands and billing runs. */
export const INVARIANTS: readonly Invariant[] = [
  ...MONEY,
  ...CHARGING,
  ...SUBSCRIPTIONS,
  ...LINKS,
  ...HISTORY,
  ...REWARDS,
  ...DELIVERY,
  ...DOCUMENTS,
].map(fromBody);

const SHOWN_MAX = 20;

export interface Violation {
  name: string;
  /** The ids of the first twenty violating rows. */
  ids: string[];
}

/**
 * Returns the SQL statement that checks an invariant. `materialized` prevents a plan that expects to find
 * rows soon, because usually no row violates the invariant.
 */
export const statementOf = ({ body }: Invariant): string =>
  `with found as materialized (${clock()}\n${body}) select id from found limit ${SHOWN_MAX}`;

const violationRow = z.object({ id: z.string() });

/** Checks one invariant. @returns the violation; null if the invariant is true */
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

/** Checks all invariants. @returns the violations */
export async function findViolations(ctx: { db: Db | Tx; now: Date }): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const invariant of INVARIANTS) {
    const violation = await findViolation(ctx, invariant);
    if (violation) violations.push(violation);
  }
  return violations;
}
