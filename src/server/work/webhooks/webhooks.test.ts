import { spawn } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventType } from '@/domain/event';
import { transaction } from '@/server/db';
import { messages, webhookDeliveries, webhookEndpoints } from '@/server/db/schema';
import {
  createEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  sendAllSince,
  sendTest,
  switchEndpoint,
} from '@/server/desk/acts/webhooks';
import { addEvents } from '@/server/lifecycle/events';
import { plantMember } from '@/testing/desk';
import { ordersOf, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { numberEvents } from '../events/number-events';
import { planDeliveries } from './plan-deliveries';
import { claimDeliveries, sendDelivery } from './send-deliveries';
import { runSender } from './sender';
import { signedHeaders } from './sign';

const world = withWorld();
const operator = () => ({ ...world.ctx(), operator: 'operator' });

interface Got {
  headers: Record<string, string | string[] | undefined>;
  body: {
    type: string;
    id: string;
    data: { id: string; changes: object; record: Record<string, unknown> | null };
  };
  raw: string;
}
type Answer = number | 'never';
let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  servers = [];
});
beforeEach(() => transaction(world.db, (tx) => tx.execute(sql`delete from webhook_endpoints`)));

/** Starts another system, which gets the events. */
async function listenTo(
  types: EventType[],
  { personal = false, answer = 200 }: { personal?: boolean; answer?: Answer } = {},
) {
  const got: Got[] = [];
  const state = { answer };
  const server = createServer((request, response) => {
    let raw = '';
    request.on('data', (part) => (raw += String(part)));
    request.on('end', () => {
      got.push({ headers: request.headers, body: JSON.parse(raw) as Got['body'], raw });
      if (state.answer !== 'never') response.writeHead(state.answer).end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const made = await createEndpoint(operator(), { url, types, personal });
  return { ...made, got, state, url };
}

const happen = (type: EventType, id: string) =>
  transaction(world.db, async (tx) => addEvents(tx, world.now(), [{ type, id, changes: {} }]));

/** Sends what is due, until nothing is. */
async function send(): Promise<void> {
  await numberEvents(world.db);
  while (await planDeliveries(world.ctx())) continue;
  for (;;) {
    const claimed = await claimDeliveries(world.ctx(), {});
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((one) => sendDelivery(world.ctx(), one)));
  }
}

/** Verifies as Standard Webhooks describes. @returns whether one of the signatures is by this secret */
function isSignedBy(secret: string, { headers, raw }: Got): boolean {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const own = createHmac('sha256', key).update(`${id}.${at}.${raw}`).digest();
  return (signatures ?? '').split(' ').some((one) => {
    const theirs = Buffer.from(one.replace('v1,', ''), 'base64');
    return theirs.length === own.length && timingSafeEqual(theirs, own);
  });
}

const firstOrderOf = async (accountId: string) => (await ordersOf(world, accountId))[0]?.id ?? '';

const stateOf = async (endpointId: string) =>
  (await listDeliveries(world.ctx(), endpointId)).map(({ status, tries }) => [
    status,
    tries.map(({ answer }) => answer),
  ]);

test('a message is signed as in the vectors of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };
  expect(signedHeaders([secret], message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  const own = { id: 'msg_2abc', at: new Date(1_767_225_600_000), body: '{"type":"order.paid"}' };
  const [signature] = Object.values(
    signedHeaders(['whsec_Y290dG9uLWhtYWMtc2VjcmV0LTAwMDAwMDAwMDAwMSE='], own),
  ).slice(2);
  expect(signature).toBe('v1,TJ1mGLAejbkg4IZ4uChPOhqmyxgcDLY0NtClRNaidR4=');
});

test('an endpoint gets the events of its types from its start on, once, signed, with the record of the API', async () => {
  const early = await plantSubscriber(world);
  const other = await listenTo(['order.paid', 'points.earned']);
  const { accountId } = await plantSubscriber(world);
  const orderId = await firstOrderOf(accountId);
  await happen('order.paid', orderId);
  await happen('order.due', orderId);
  await send();
  await send();
  const ofOrder = other.got.filter(({ body }) => body.type === 'order.paid');
  expect(other.got.every((one) => isSignedBy(other.secret, one))).toBe(true);
  expect(ofOrder.map(({ body }) => body.data.id)).toEqual([orderId]);
  expect(ofOrder[0]?.body.data.record).toMatchObject({
    orderId: orderId,
    status: 'paid',
    total: 37_525,
  });
  expect(other.got.map(({ raw }) => raw).join()).not.toContain(early.accountId);
  expect(ofOrder[0]?.headers['webhook-id']).toBe(ofOrder[0]?.body.id);
});

test('names, addresses and contents are sent only where an owner chose it, and never stored', async () => {
  const { accountId } = await plantSubscriber(world);
  const orderId = await firstOrderOf(accountId);
  const types = ['customer.updated', 'order.paid', 'parcel.created'] as const;
  const [bare, whole] = [await listenTo([...types]), await listenTo([...types], { personal: true })];
  await happen('customer.updated', accountId);
  await happen('order.paid', orderId);
  await happen('parcel.created', orderId);
  await send();
  const said = ({ got }: typeof bare) => got.map(({ raw }) => raw).join();
  for (const secret of ['Mali', 'Sukhumvit', 'day-pads', '@example.test']) {
    expect([secret, said(bare).includes(secret), said(whole).includes(secret)]).toEqual([
      secret,
      false,
      true,
    ]);
    for (const table of ['webhook_deliveries', 'event_sets'])
      expect(
        [...(await world.db.execute(sql.raw(`select 1 from ${table} t where t::text like '%${secret}%'`)))]
          .length,
      ).toBe(0);
  }
});

describe('an endpoint that fails', () => {
  test('is tried again, each time later, until it answers', async () => {
    const { endpointId, state, got } = await listenTo(['order.paid'], { answer: 500 });
    await happen('order.paid', 'ord_1');
    await send();
    expect(got).toHaveLength(1);
    await pass(world, { minutes: 1 });
    await send();
    await send();
    expect(got).toHaveLength(2);
    expect((await listEndpoints(world.ctx()))[0]?.failingSince).not.toBeNull();
    state.answer = 204;
    await pass(world, { minutes: 10 });
    await send();
    expect(await stateOf(endpointId)).toEqual([['sent', [204, 500, 500]]]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await listEndpoints(world.ctx()))[0]?.failingSince).toBeNull();
  });

  test('for five days is turned off, and every owner gets a mail', async () => {
    const { email } = await plantMember(world, 'owner');
    const { endpointId, url, got, state } = await listenTo(['order.paid'], { answer: 302 });
    await happen('order.paid', 'ord_1');
    await send();
    await pass(world, { days: 5 });
    await happen('order.paid', 'ord_2');
    await send();
    expect((await listEndpoints(world.ctx()))[0]).toMatchObject({ endpointId, offWhy: 'failing' });
    const mails = await world.db.select().from(messages).where(eq(messages.toAddress, email));
    expect(mails.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ what: 'webhook.stopped', about: url }),
    );
    const before = got.length;
    await happen('order.paid', 'ord_3');
    await send();
    expect(got).toHaveLength(before);
    // Turned on again, it gets what it missed.
    state.answer = 200;
    await switchEndpoint(operator(), { endpointId, on: true });
    await pass(world, { days: 1 });
    await send();
    expect(got.slice(before).map(({ body }) => body.data.id)).toContain('ord_3');
  });

  test('with 410 is turned off at once', async () => {
    await listenTo(['order.paid'], { answer: 410 });
    await happen('order.paid', 'ord_1');
    await send();
    expect((await listEndpoints(world.ctx()))[0]).toMatchObject({ offWhy: 'gone' });
  });

  test('holds up no other: one gets all its events while nineteen never answer', async () => {
    for (let n = 0; n < 19; n += 1) await listenTo(['order.paid'], { answer: 'never' });
    const fast = await listenTo(['order.paid']);
    for (let n = 0; n < 30; n += 1) await happen('order.paid', `ord_${n}`);
    const stopping = new AbortController();
    const sending = runSender(stopping.signal);
    await expect.poll(() => fast.got.length, { timeout: 30_000 }).toBe(30);
    expect(servers.length).toBe(20);
    stopping.abort();
    for (const server of servers) server.closeAllConnections();
    await sending;
    await expect(createEndpoint(operator(), { url: fast.url, types: [], personal: false })).rejects.toThrow(
      '20',
    );
  });
});

test('after a rotation both secrets sign for a day, then only the new one', async () => {
  const { endpointId, secret: old, got } = await listenTo([]);
  const { secret } = await rotateSecret(operator(), endpointId);
  await sendTest(operator(), endpointId);
  await send();
  expect(got.map((one) => [isSignedBy(old, one), isSignedBy(secret, one)])).toEqual([[true, true]]);
  await pass(world, { days: 1 });
  await sendTest(operator(), endpointId);
  await send();
  expect([isSignedBy(old, got[1]!), isSignedBy(secret, got[1]!)]).toEqual([false, true]);
  expect(got[1]?.body).toMatchObject({ type: 'test', data: null });
  const [row] = await world.db.select().from(webhookEndpoints);
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
});

test('one event, or all since a moment, are sent again with their ids', async () => {
  const { endpointId, got } = await listenTo(['order.paid']);
  await happen('order.paid', 'ord_1');
  await send();
  await pass(world, { days: 1 });
  const since = world.now();
  await happen('order.paid', 'ord_2');
  await happen('order.skipped', 'ord_2');
  await send();
  await sendAgain(operator(), { endpointId, eventId: String(got[0]?.body.id) });
  await send();
  await sendAllSince(operator(), { endpointId, since });
  await send();
  expect(got.map(({ body }) => body.data.id)).toEqual(['ord_1', 'ord_2', 'ord_1', 'ord_2']);
  expect([got[2]?.body.id, got[3]?.body.id]).toEqual([got[0]?.body.id, got[1]?.body.id]);
  await expect(sendAgain(operator(), { endpointId, eventId: 'evt_0' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a process that ends during a call leaves it to another one after its lease', async () => {
  const { got, endpointId } = await listenTo(['order.paid']);
  await happen('order.paid', 'ord_1');
  await numberEvents(world.db);
  await planDeliveries(world.ctx());
  expect(await claimDeliveries(world.ctx(), {})).toHaveLength(1);
  await send();
  expect(got).toHaveLength(0);
  await pass(world, { minutes: 1 });
  await send();
  expect(await stateOf(endpointId)).toEqual([['sent', [200]]]);
});

test('two processes that plan and claim at once send each event once', async () => {
  const { got } = await listenTo(['order.paid']);
  for (let n = 0; n < 12; n += 1) await happen('order.paid', `ord_${n}`);
  await Promise.all([send(), send(), send()]);
  await send();
  expect(got.map(({ body }) => body.data.id).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, n) => `ord_${n}`).toSorted(),
  );
  const rows = await world.db.select().from(webhookDeliveries);
  expect(rows.every(({ status }) => status === 'sent')).toBe(true);
});

/** The program has the clock of the machine, and not the one of this world. */
const clockOfProgram = () => new Date(performance.timeOrigin + performance.now());

test('the program of the documentation prints each signed webhook once, and refuses all others', async () => {
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/clients.md', 'utf8')) ?? [];
  const { got, endpointId, secret, url } = await listenTo([]);
  // A port that was free a moment ago.
  const free = await listenTo([]);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  const port = new URL(free.url).port;
  await removeEndpoint(operator(), free.endpointId);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { NODE_ENV: 'test', IRA_WEBHOOK_SECRET: secret, PORT: port },
  });
  try {
    let printed = '';
    child.stdout.on('data', (part) => (printed += String(part)));
    await sendTest(operator(), endpointId);
    await happen('order.paid', 'ord_1');
    await send();
    const forward = (raw: string, headers: object) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: raw, headers: headers as never }).then(
        ({ status }) => status,
        () => 0,
      );
    const sent = ({ headers, raw }: Got) => {
      const id = String(headers['webhook-id']);
      return forward(raw, signedHeaders([secret], { id, at: clockOfProgram(), body: raw }));
    };
    const [test, paid] = got.toSorted((a, b) => b.body.type.localeCompare(a.body.type));
    if (!test || !paid) throw new Error(`nothing was sent to ${url}`);
    await expect.poll(() => sent(test), { timeout: 20_000 }).toBe(204);
    expect([await sent(paid), await sent(paid)]).toEqual([204, 204]);
    // Signed at the time of this world, which is long ago, and then with another body.
    expect(await forward(paid.raw, paid.headers)).toBe(401);
    const headers = signedHeaders([secret], { id: 'evt_1', at: clockOfProgram(), body: paid.raw });
    expect(await forward(`${paid.raw} `, headers)).toBe(401);
    await expect.poll(() => printed, { timeout: 20_000 }).toBe('test undefined\norder.paid ord_1\n');
  } finally {
    child.kill();
  }
});
