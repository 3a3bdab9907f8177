import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { z } from 'zod';
import { openDatabase, transaction, type Db } from '@/server/db';
import { processState } from '@/process-state';
import { settings } from '@/settings/settings';
import { queryRows } from '@/server/db/query-rows';
import { createTestDatabase, type TestDatabase } from './database';
import { openTestJobPool } from './jobs';

/** The indexes grow with each world. */
const WORLDS_MAX = 20;
/** A database in which a larger table was changed is dropped. */
const ROWS_MAX = 500;
/** The queue keeps the ids of its tasks in memory. */
const NEVER_CHANGED_BACK = ['graphile_worker._private_tasks'];
const REST_TRIES = 20;
const REST_MS = 25;
const CATALOGS = ['class', 'attribute', 'constraint', 'index', 'proc', 'trigger', 'namespace', 'default_acl'];

interface Pools {
  database: Db;
  checkSession: Db;
  copySession: Db;
  jobPool: Pool;
}

interface Pristine {
  states: Map<string, string>;
  /** The rows of each table that is not empty and not large, as JSON. */
  rows: Map<string, string>;
}

/**
 * A test database that the worlds of a process use one after another, with its sessions, which keep the plans of their
 * statements. A new database with new sessions takes longer than most test files.
 */
export class KeptDatabase {
  private static readonly idle: KeptDatabase[] = [];
  private pools: Pools | null = null;
  private pristine: Pristine | null = null;
  private worlds = 0;

  private constructor(readonly database: TestDatabase) {}

  /** Returns the database that an earlier world of this process has given back, or a new one. */
  static async take(): Promise<KeptDatabase> {
    return KeptDatabase.idle.pop() ?? new KeptDatabase(await createTestDatabase());
  }

  /** Drops the databases that wait for a next world. For tests that need one with worlds left. */
  static async dropIdle(): Promise<void> {
    await Promise.all(KeptDatabase.idle.splice(0).map((kept) => kept.drop()));
  }

  /** Makes the sessions those of this process. The settings must name the database. */
  async openPools(): Promise<void> {
    const { DATABASE_URL, DATABASE_POOL } = settings();
    this.pools ??= {
      database: openDatabase(DATABASE_URL, DATABASE_POOL),
      checkSession: openDatabase(DATABASE_URL, 1),
      copySession: openDatabase(DATABASE_URL, 1),
      jobPool: openTestJobPool(),
    };
    this.pristine ??= await readPristine(this.pools.checkSession);
    for (const [name, pool] of Object.entries(this.pools)) processState(name, () => pool as unknown);
  }

  /** Takes the database back from a world: restores its rows, or drops it if it can't be as new. */
  async giveBack(): Promise<void> {
    this.worlds += 1;
    if (this.worlds < WORLDS_MAX && (await this.restore().catch(() => false))) KeptDatabase.idle.push(this);
    else await this.drop();
  }

  private async drop(): Promise<void> {
    const { jobPool, ...sessions } = this.pools ?? {};
    await Promise.all(Object.values(sessions).map((db) => db.$client.end({ timeout: 2 })));
    await this.database.drop();
    await jobPool?.end();
  }

  /** Restores the rows and sequences that a world has changed. @returns whether the database is as new */
  private async restore(): Promise<boolean> {
    const { pools, pristine } = this;
    if (!pools || !pristine) return false;
    // Throws if the world has ended its sessions.
    await pools.database.execute(sql`select 1`);
    const changes = changesBack(pristine, await readStates(pools.checkSession));
    if (!changes) return false;
    const text = ['set local session_replication_role = replica', ...changes].join(';\n');
    await transaction(pools.copySession, (tx) => tx.execute(sql.raw(text)));
    // Otherwise new rows take the places of deleted ones, and a query without an order returns them in another order.
    await pools.copySession.$client.unsafe(`vacuum ${tablesOf(pristine).join(', ')}`);
    // A session may still be ending its last transaction.
    for (let tries = 0; tries < REST_TRIES; tries += 1) {
      pristine.states = await readStates(pools.checkSession);
      if (pristine.states.get('sessions at work') === '0') return true;
      await sleep(REST_MS);
    }
    return false;
  }
}

const tablesOf = ({ states }: Pristine) =>
  [...states.keys()].filter((name) => name.includes('.') && !name.startsWith('sequence '));

const namedState = z.object({ name: z.string(), state: z.string() });

/**
 * Returns a state for each table, catalog and sequence, which differs after any change: a new version of a row has a higher
 * transaction id. Also counts what must not outlive a world: locks, listeners, other sessions at work, killed sessions.
 */
async function readStates(db: Db): Promise<Map<string, string>> {
  const tables = (await namesOfTables(db)).filter((name) => !NEVER_CHANGED_BACK.includes(name));
  const text = [...tables, ...CATALOGS.map((name) => `pg_${name}`)].map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from ${name}`,
  );
  text.push(
    `select 'sequence ' || schemaname || '.' || sequencename, coalesce(last_value || ',true', start_value || ',false')
      from pg_sequences where sequencename not like '%tasks%'`,
    `select 'sessions at work', count(*)::text from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and (state <> 'idle' or query ilike 'listen%')`,
    // A pool may not know yet that one of its sessions was killed, and would give it to the next world.
    `select 'sessions killed', (sessions_killed + sessions_fatal)::text from pg_stat_database
      where datname = current_database()`,
    `select 'locks', count(*)::text from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  );
  const rows = await queryRows(db, namedState, { text: text.join(' union all '), params: [] });
  return new Map(rows.map(({ name, state }) => [name, state]));
}

async function namesOfTables(db: Db): Promise<string[]> {
  const text = `select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'graphile_worker', 'drizzle') order by 1`;
  const rows = await queryRows(db, z.object({ name: z.string() }), { text, params: [] });
  return rows.map(({ name }) => name);
}

const rowsAsText = z.object({ rows: z.string() });

async function readPristine(db: Db): Promise<Pristine> {
  const states = await readStates(db);
  const rows = new Map<string, string>();
  for (const [name, state] of states) {
    const count = Number(state.split(' ', 1)[0]);
    if (!name.includes('.') || name.startsWith('sequence ') || !(count > 0 && count <= ROWS_MAX)) continue;
    const text = `select json_agg(t)::text as rows from ${name} t`;
    const [row] = await queryRows(db, rowsAsText, { text, params: [] });
    rows.set(name, (row?.rows ?? '').replaceAll("'", "''"));
  }
  return { states, rows };
}

/** Returns the statements that undo all changes since the pristine state; null if there are none for a change. */
function changesBack({ states, rows }: Pristine, now: Map<string, string>): string[] | null {
  const statements: string[] = [];
  for (const [name, state] of now) {
    const before = states.get(name);
    if (state === before) continue;
    const [, sequence] = name.split('sequence ');
    if (before === undefined) return null;
    if (sequence) statements.push(`select setval('${sequence}', ${before})`);
    else if (rows.has(name))
      statements.push(
        `delete from ${name}`,
        `insert into ${name} select * from json_populate_recordset(null::${name}, '${rows.get(name)}')`,
      );
    else if (name.includes('.') && before.startsWith('0 ')) statements.push(`delete from ${name}`);
    else return null;
  }
  return statements;
}
