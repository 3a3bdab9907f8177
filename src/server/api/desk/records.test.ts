import { and, eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '@/domain/duration';
import { THROTTLES } from '@/domain/throttle';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { auditEvents, messages, throttles } from '@/server/db/schema';
import { renderCounters } from '@/server/platform/counters';
import { keyOf } from '@/server/platform/throttle';
import { createBrowser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { runJobs } from '@/testing/jobs';
import { ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld();

const recorded = (what: string, subject: string) =>
  world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.what, what), eq(auditEvents.subject, subject)));
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await renderCounters())?.[1]);

test('every answer of the desk with data of a subscriber is recorded with member, procedure and number of persons', async () => {
  const person = { phone: '0898765432' };
  const { accountId, email } = await plantSubscriber(world, person);
  await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  const [order] = await ordersOf(world, accountId);
  const [message] = await world.db.select().from(messages).where(eq(messages.accountId, accountId));
  const reader = await memberBrowser(world, 'owner');
  const reads: [string, object?][] = [
    ['subscribers.search', { q: 'Mali' }],
    ['subscribers.view', { accountId, page: 1, ordersPage: 1 }],
    ['subscribers.asSubscriber', { accountId }],
    ['subscribers.message', { accountId, messageId: message?.id }],
    ['parcels.list', { list: 'toSend' }],
    ['parcels.preview', { orders: [order?.id] }],
    ['today.list', { list: 'payments' }],
    ['today.list', { list: 'messages' }],
    ['catalogue.read'],
    ['money.bookkeeping', { month: '2026-11' }],
    ['operation.read'],
  ];
  const shown: string[] = [];
  for (const [name, input] of reads) {
    const { code, data } = await callDesk(reader, name, { input, kind: 'query' });
    expect([name, code]).toEqual([name, 'ok']);
    const text = JSON.stringify(data);
    if (['Mali', person.phone, email].some((value) => text.includes(value))) shown.push(name);
  }
  const events = await recorded('desk.read', reader.staffId);
  const details = events.map(({ detail }) => detail as { procedure: string; persons: number });
  expect(details.map(({ procedure }) => procedure)).toEqual(expect.arrayContaining(shown));
  expect(shown.length).toBeGreaterThan(4);
  expect(details.find(({ procedure }) => procedure === 'subscribers.search')?.persons).toBe(2);
  expect(details.find(({ procedure }) => procedure === 'subscribers.view')?.persons).toBe(1);
  expect(details.filter(({ procedure }) => /^(catalogue|operation)/.test(procedure))).toEqual([]);
  expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([`staff:${reader.staffId}`]));
});

test('a change whose answer cannot be recorded succeeds, and a read is refused', async () => {
  const reader = await memberBrowser(world, 'owner');
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`create function refuse_read() returns trigger language plpgsql as $$ begin
      raise exception 'not recorded'; end $$`);
    await tx.execute(sql`create trigger refuse_read before insert on audit_events for each row
      when (new.what = 'desk.read') execute function refuse_read()`);
  });
  try {
    const input = { email: 'invited@example.test', role: 'support', locale: 'en' };
    expect((await callDesk(reader, 'team.invite', { input })).code).toBe('ok');
    expect((await callDesk(reader, 'team.members', { kind: 'query' })).code).toBe('INTERNAL');
  } finally {
    await transaction(world.db, (tx) => tx.execute(sql`drop function refuse_read cascade`));
  }
});

test('a call that the role does not allow is recorded and counted', async () => {
  const before = await metric('ira_desk_refusals_total{kind="role"}');
  const member = await memberBrowser(world, 'warehouse');
  await callDesk(member, 'team.members', { kind: 'query' });
  await callDesk(member, 'today.list', { input: { list: 'payments' }, kind: 'query' });
  const events = await recorded('desk.role_refused', member.staffId);
  expect(events.map(({ detail }) => (detail as { procedure: string }).procedure).toSorted()).toEqual([
    'team.members',
    'today.list',
  ]);
  expect((await metric('ira_desk_refusals_total{kind="role"}')) - before).toBe(2);
});

test('a call that the role does not allow is recorded also after strangers have used up the total of failed log-ins', async () => {
  const windowEndsAt = new Date(world.now().getTime() + HOUR_MS);
  const used = { key: keyOf({ name: 'deskRefusals', subject: 'unknown' }), windowEndsAt };
  const count = THROTTLES.deskRefusals.max * settings().THROTTLE_SCALE;
  await transaction(world.db, (tx) => tx.insert(throttles).values({ ...used, count }));
  const member = await memberBrowser(world, 'warehouse');
  await callDesk(member, 'team.members', { kind: 'query' });
  expect(await recorded('desk.role_refused', member.staffId)).toHaveLength(1);
  await callDesk(createBrowser(world), 'entry.logInWithCode', { input: { secret: 'none', code: '123456' } });
  expect(await recorded('desk.log_in_failed', 'desk')).toEqual([]);
  await transaction(world.db, (tx) => tx.delete(throttles).where(eq(throttles.key, used.key)));
});

test('a failed log-in is recorded and counted, without a name and without its secret', async () => {
  const before = await metric('ira_desk_refusals_total{kind="log_in"}');
  const secret = 'a-link-that-does-not-exist';
  await callDesk(createBrowser(world), 'entry.logInWithCode', { input: { secret, code: '123456' } });
  const events = await world.db
    .select()
    .from(auditEvents)
    .where(inArray(auditEvents.what, ['desk.log_in_failed']));
  expect(events.map(({ actor, subject }) => [actor, subject])).toEqual([['unknown', 'desk']]);
  expect(events[0]?.detail).toMatchObject({ procedure: 'entry.logInWithCode', code: 'TOKEN_EXPIRED' });
  expect(JSON.stringify(events)).not.toContain(secret);
  expect((await metric('ira_desk_refusals_total{kind="log_in"}')) - before).toBe(1);
});
