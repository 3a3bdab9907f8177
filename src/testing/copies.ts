import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { HOUR_MS } from '@/domain/duration';
import type { ChargeRecord, CustomerRecord } from '@/sandbox/omise/records';
import { transaction } from '@/server/db';
import { messages } from '@/server/db/schema';
import { addDeliveries } from '@/server/lifecycle/delivery-jobs';
import { hashOfToken } from '@/server/lifecycle/order-links';
import { referenceOf } from '@/domain/payment-link';
import { settings } from '@/settings/settings';
import { keyedHash } from '@/server/platform/keyed-hash';
import { runJobs } from './jobs';
import { copySession } from './sessions';
import type { World } from './world';

/** The e-mail and phone of a person. A copy gets its own. */
export interface Contact {
  email: string;
  phone: string;
}

/** What a person's registration wrote to the database and the gateway, as JSON with its ids. */
interface Template {
  text: string;
  contact: Contact;
  takenAt: Date;
  sandboxUrl: string;
}

interface Recorded {
  person: unknown;
  rows: Record<string, unknown[]>;
  customers: CustomerRecord[];
  charges: ChargeRecord[];
}

/** Tables without rows of a person, or whose rows count for many persons together. */
const NOT_OF_A_PERSON = [
  'thai_addresses',
  'remote_postcodes',
  'throttles',
  'flags',
  'leases',
  'rate_limits',
  'document_series',
  // Numbered in order, for everybody together: the next billing run issues those of a copy.
  'documents',
  'failed_rows',
  // Of everybody together, in their order.
  'event_sets_0',
  'event_sets_1',
  'event_sets_2',
  'event_sets_3',
  'event_sets_4',
  'event_counter',
  'idempotency_records',
  'sessions',
];
/** The tables that decide what an order costs. */
const PRICES = [
  'products',
  'product_prices',
  'product_contents',
  'plans',
  'plan_items',
  'delivery_rates',
  'delivery_zones',
];
const OUR_ID = /\b[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{24}\b/g;
const GATEWAY_ID = /\b[a-z]{4}_test_[0-9a-z]{19}\b/g;
const RANDOM_HEX = /\b[0-9a-f]{64}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00/g;
const MILLISECONDS = /(?<="\w+":\s?)\d{13}\b/g;
/** The token of a link in a message. Its order link has the hash of it. */
const LINK_TOKEN = /(?<=\/(?:fix|do|pay|bank)\/)[\w-]{24,32}/g;
/** The token and the reference of a payment link, in its row or in an object. */
const PAYMENT_TOKEN = /(?<="token": ?")[\w-]{24,32}(?=")/g;
const REFERENCE = /(?<="reference": ?")[2-9A-HJKMNP-Z]{8}(?=")/g;
/** The number of an order, in its row or in an object. */
const ORDER_NUMBER = /(?<="order_?[nN]umber": ?)\d+\b/g;
/** The address of a process of this world. */
const ADDRESS = /127\.0\.0\.1:\d+[^"]*/g;
const HEX = '0123456789abcdef';
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The templates of all worlds of this process. */
const templates = new Map<string, Template>();
const lastWork = new WeakMap<World['sandbox'], Promise<unknown>>();

/** Runs one `work` at a time per world, so that all new rows are those of this work. */
function alone<T>(world: World, work: () => Promise<T>): Promise<T> {
  const result = (lastWork.get(world.sandbox) ?? Promise.resolve()).then(work);
  lastWork.set(
    world.sandbox,
    result.catch(() => undefined),
  );
  return result;
}

/** Returns all rows of persons as texts: the name of the table and the row as JSON. */
async function allRows({ db }: World): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  const ofPersons = tables.filter(({ name }) => ![...NOT_OF_A_PERSON, ...PRICES].includes(name));
  const all = ofPersons.map(({ name }) => `select '${name} ' || to_jsonb(t)::text as row from "${name}" t`);
  const rows = await db.execute<{ row: string }>(sql.raw(all.join(' union all ')));
  return rows.map(({ row }) => row);
}

async function priceState({ db }: World): Promise<string> {
  const all = PRICES.map((table) => `(select json_agg(t)::text from "${table}" t)`);
  const [row] = await db.execute<{ state: string }>(
    sql.raw(`select md5(concat(${all.join(', ')})) as state`),
  );
  return row?.state ?? '';
}

/** Registers the first person of a kind, and records the new rows and gateway records. */
async function recordTemplate(
  world: World,
  contact: Contact,
  walk: () => Promise<unknown>,
): Promise<Template> {
  const { gateway } = world.sandbox;
  const before = new Set(await allRows(world));
  const records = () => [...gateway.customers.values(), ...gateway.charges.values()];
  const earlier = new Set(records().map(({ id }) => id));
  const isNew = ({ id }: { id: string }) => !earlier.has(id);
  const person = await walk();
  const recorded: Recorded = {
    person,
    rows: {},
    customers: [...gateway.customers.values()].filter(isNew),
    charges: [...gateway.charges.values()].filter(isNew),
  };
  for (const row of await allRows(world)) {
    if (before.has(row)) continue;
    const [table = ''] = row.split(' ', 1);
    (recorded.rows[table] ??= []).push(JSON.parse(row.slice(table.length + 1)));
  }
  return { text: JSON.stringify(recorded), contact, takenAt: world.now(), sandboxUrl: world.sandboxUrl };
}

function freshLike(old: string): string {
  const at = old.lastIndexOf('_') + 1;
  const [all, letters] = at === 0 ? [/[0-9a-f]/g, HEX] : [/[0-9a-z]/g, ID_LETTERS];
  const bytes = randomBytes(old.length).values();
  const random = () => letters[(bytes.next().value ?? 0) % letters.length] ?? '';
  return old.slice(0, at) + old.slice(at).replace(all, random);
}

/** Returns other secrets for those of a template: tokens of links, their hashes, references of bank transfers. */
function freshSecrets(text: string): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const [token] of [...text.matchAll(LINK_TOKEN), ...text.matchAll(PAYMENT_TOKEN)]) {
    if (secrets.has(token)) continue;
    const fresh = randomBytes((token.length * 3) / 4).toString('base64url');
    secrets.set(token, fresh).set(hashOfToken(token), hashOfToken(fresh));
  }
  for (const [reference] of text.matchAll(REFERENCE)) secrets.set(reference, referenceOf(randomBytes(16)));
  return secrets;
}

/** Returns new numbers for the orders of a template. */
async function freshNumbers({ db }: World, text: string): Promise<Map<string, string>> {
  const old = [...new Set([...text.matchAll(ORDER_NUMBER)].map(([number]) => number))];
  const rows = await transaction(db, (tx) =>
    tx.execute<{ fresh: string }>(
      sql`select nextval('order_numbers') as fresh from generate_series(1, ${old.length})`,
    ),
  );
  return new Map(old.map((number, at) => [number, rows[at]?.fresh ?? number]));
}

/** Returns the JSON of a copy: other ids, and times as long ago as those of the template were. */
async function textOfCopy(
  world: World,
  { text, contact, takenAt, sandboxUrl }: Template,
  next: Contact,
): Promise<string> {
  const hash = (kind: 'email' | 'phone', of: Contact) => keyedHash('former customer', `${kind} ${of[kind]}`);
  const names = new Map([
    [contact.email, next.email],
    [contact.phone, next.phone],
    [hash('email', contact), hash('email', next)],
    [hash('phone', contact), hash('phone', next)],
  ]);
  let named = text.replaceAll(sandboxUrl, world.sandboxUrl);
  for (const [old, fresh] of names) named = named.replaceAll(`"${old}"`, `"${fresh}"`);
  for (const [old, fresh] of freshSecrets(text)) named = named.replaceAll(old, fresh);
  const renamed = (old: string) => {
    const fresh = names.get(old) ?? freshLike(old);
    names.set(old, fresh);
    return fresh;
  };
  const numbers = await freshNumbers(world, text);
  const laterMs = world.now().getTime() - takenAt.getTime();
  const shifted = (ms: number) => (ms <= takenAt.getTime() ? ms + laterMs : ms);
  return named
    .replace(ORDER_NUMBER, (number) => numbers.get(number) ?? number)
    .replace(OUR_ID, renamed)
    .replace(GATEWAY_ID, renamed)
    .replace(RANDOM_HEX, renamed)
    .replace(INSTANT, (at) => new Date(shifted(Date.parse(at))).toISOString().replace('Z', '+00:00'))
    .replace(MILLISECONDS, (ms) => String(shifted(Number(ms))));
}

/** As text of the statement, because several statements in one text take no parameters. */
const literal = (values: unknown) => `'${JSON.stringify(values).replaceAll("'", "''")}'`;

interface CopiedMessage {
  id: string;
  asked: boolean;
  status: string;
  not_before: string;
  /** Null for a message whose job is added later. */
  job_until: string | null;
}

/** Adds the jobs of the messages that the template left queued: jobs are not copied. */
async function enqueueAgain({ db }: World, copied: CopiedMessage[]): Promise<void> {
  const queued = copied.filter((row) => row.status === 'queued' && row.job_until !== null);
  if (queued.length === 0) return;
  await transaction(db, async (tx) => {
    for (const { not_before: at, ...message } of queued) await addDeliveries(tx, new Date(at), [message]);
  });
}

async function insertCopy(world: World, template: Template, next: Contact): Promise<unknown> {
  const { person, rows, customers, charges } = JSON.parse(
    await textOfCopy(world, template, next),
  ) as Recorded;
  const inserts = Object.entries(rows).map(
    ([table, values]) =>
      `insert into "${table}" select * from json_populate_recordset(null::"${table}", ${literal(values)})`,
  );
  // Without triggers and references, because the rows are copies of rows that met them.
  const all = ['set local session_replication_role = replica', ...inserts].join(';\n');
  await transaction(copySession(), (tx) => tx.execute(sql.raw(all)));
  const { gateway } = world.sandbox;
  for (const customer of customers) gateway.customers.put(customer);
  for (const charge of charges) gateway.charges.put({ ...charge, position: gateway.chargeOrder.length });
  await enqueueAgain(world, (rows.messages ?? []) as CopiedMessage[]);
  return person;
}

/**
 * Creates a person by copying. The first one of a kind in this process is created by `walk` with the real commands; the
 * others, also those of later worlds, are copies of its rows and of its records at the gateway.
 * @param kind persons of one kind are equal; the settings, the hour and the prices are added to it
 * @param contact the e-mail and the phone of this person
 * @param walk makes the first person, with all work done: webhooks settled, messages sent
 * @returns the result of `walk`, with the ids of this person
 */
export function plantCopy<T>(
  world: World,
  kind: string,
  contact: Contact,
  walk: () => Promise<T>,
): Promise<T> {
  return alone(world, async () => {
    const hour = Math.floor(world.now().getTime() / HOUR_MS);
    const key = [kind, JSON.stringify(settings()).replace(ADDRESS, ''), hour, await priceState(world)].join(
      ' ',
    );
    const template = templates.get(key);
    if (template) return (await insertCopy(world, template, contact)) as T;
    const made = await recordTemplate(world, contact, walk);
    templates.set(key, made);
    return (JSON.parse(made.text) as { person: T }).person;
  });
}

/** Settles the webhooks of a planted person, and notes its messages as sent: drawing them takes longer than most tests. */
export async function settleWithoutMail(world: World, accountId: string): Promise<void> {
  await world.sandbox.settled();
  await transaction(world.db, async (tx) => {
    const sent = await tx
      .update(messages)
      .set({ status: 'sent', channel: 'email', sentAt: world.now() })
      .where(and(eq(messages.accountId, accountId), eq(messages.status, 'queued')))
      .returning({ id: messages.id });
    for (const { id } of sent)
      await tx.execute(sql`delete from graphile_worker._private_jobs where payload::text like ${`%${id}%`}`);
  });
  await runJobs();
}
