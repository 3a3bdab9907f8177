import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { identities, providerEvents } from '@/server/db/schema';
import { createTraveller, lineUserId, MALI, plantIdentity, walkToLine } from '@/testing/line';
import { plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { isSignedByLine } from './line-events';

const world = withWorld({ cleanup: 'empty' });
beforeEach(async () => {
  const { accountId } = await plantSubscriber(world);
  await plantIdentity(world, accountId, MALI.subject);
});

const secret = () => settings().LINE_MESSAGING_CHANNEL_SECRET?.[0] ?? '';
const sign = (body: string, key = secret()) => createHmac('sha256', key).update(body).digest('base64');

let events = 0;
const eventOf = (type: string, changes: Record<string, unknown> = {}) => ({
  type,
  mode: 'active',
  timestamp: world.now().getTime() + (events += 1),
  webhookEventId: `01EVENT${events}`,
  deliveryContext: { isRedelivery: false },
  source: { type: 'user', userId: MALI.subject },
  ...changes,
});
const bodyOf = (...list: unknown[]) => JSON.stringify({ destination: 'Uffff', events: list });

async function post(body: string, signature: string | null = sign(body), name = 'x-line-signature') {
  const headers = signature === null ? {} : { [name]: signature };
  return (await world.request('POST', '/api/webhooks/line', body, headers)).status;
}
const tell = (...list: unknown[]) => post(bodyOf(...list));
async function state() {
  const [row] = await world.db.select().from(identities).where(eq(identities.subject, MALI.subject));
  return row && { friend: row.friend, blocked: row.blocked };
}
const stored = async () =>
  (await world.db.select().from(providerEvents).where(eq(providerEvents.provider, 'line'))).length;

const FRIEND = { friend: true, blocked: false };
const BLOCKED = { friend: false, blocked: true };
const NEITHER = { friend: false, blocked: false };

describe('the signature', () => {
  test('verifies a vector that was computed elsewhere', () => {
    const body = '{"destination":"Uffff","events":[]}';
    const signature = 'TQklDR+R3ha2CIghWw5O5971kDc+9oj/i634yekQhOM=';
    expect(isSignedByLine(body, signature, 'line-channel-secret')).toBe(true);
    expect(isSignedByLine(`${body} `, signature, 'line-channel-secret')).toBe(false);
    expect(isSignedByLine(body, signature, 'line-channel-secre')).toBe(false);
  });

  test('is checked on the raw body; nothing is written for a wrong one', async () => {
    const body = bodyOf(eventOf('follow'));
    for (const [text, signature] of [
      [body, null],
      [body, ''],
      [body, 'garbled'],
      [body, sign(body, settings().LINE_LOGIN_CHANNEL_SECRET[0])],
      [body, createHmac('sha256', secret()).update(body).digest('hex')],
      [body.replace('"mode":"active"', '"mode": "active"'), sign(body)],
      [`${body} `, sign(body)],
    ] as const) {
      expect(await post(text, signature)).toBe(401);
    }
    expect([await stored(), await state()]).toEqual([0, NEITHER]);
    expect(await post(body, sign(body), 'X-Line-Signature')).toBe(200);
  });

  test('of either secret is accepted during a rotation, and of no other', async () => {
    const current = settings();
    const before = current.LINE_MESSAGING_CHANNEL_SECRET;
    try {
      current.LINE_MESSAGING_CHANNEL_SECRET = ['new-secret', secret()];
      const old = before?.[0] ?? '';
      const body = bodyOf();
      const answers = [old, 'new-secret', `new-secret,${old}`].map((one) => post(body, sign(body, one)));
      expect(await Promise.all(answers)).toEqual([200, 200, 401]);
    } finally {
      current.LINE_MESSAGING_CHANNEL_SECRET = before;
    }
  });

  test('is refused without a LINE channel', async () => {
    const current = settings();
    const before = current.LINE_MESSAGING_CHANNEL_SECRET;
    const body = bodyOf();
    try {
      current.LINE_MESSAGING_CHANNEL_SECRET = undefined;
      expect([await post(body, sign(body, '')), await post(body, null)]).toEqual([401, 401]);
    } finally {
      current.LINE_MESSAGING_CHANNEL_SECRET = before;
    }
  });
});

describe('events', () => {
  test('follow records a friend, unfollow records a block', async () => {
    expect([await tell(eventOf('follow')), await state()]).toEqual([200, FRIEND]);
    expect([await tell(eventOf('unfollow')), await state()]).toEqual([200, BLOCKED]);
    expect([await tell(eventOf('follow', { follow: { isUnblocked: true } })), await state()]).toEqual([
      200,
      FRIEND,
    ]);
  });

  test('an empty list is accepted: the console’s "Verify" sends it', async () => {
    expect([await tell(), await stored()]).toEqual([200, 0]);
  });

  test('a body without events is refused, and a malformed event is skipped', async () => {
    expect(await post('not json')).toBe(400);
    expect(await post('{}')).toBe(400);
    const odd = [{ type: 'follow' }, null, 7, eventOf('follow', { webhookEventId: '01\u0000' })];
    expect(await tell(...odd, eventOf('follow'))).toBe(200);
    expect([await stored(), await state()]).toEqual([1, FRIEND]);
  });

  test('a hundred equal events, also concurrent, are recorded once', async () => {
    const follow = eventOf('follow');
    await tell(follow);
    await tell(eventOf('unfollow'));
    const redelivered = { ...follow, deliveryContext: { isRedelivery: true } };
    const answers = await Promise.all(Array.from({ length: 100 }, () => tell(redelivered)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect([await stored(), await state()]).toEqual([2, BLOCKED]);
  });

  test('events out of order, in one body or several, leave the state of the latest', async () => {
    const [first, second, third] = [eventOf('follow'), eventOf('unfollow'), eventOf('follow')];
    for (const order of [
      [third, second, first],
      [second, third, first],
      [third, first, second],
    ]) {
      const fresh = order.map((event, n) => ({
        ...event,
        webhookEventId: `${event.webhookEventId}-${n}-${events++}`,
      }));
      await tell(...fresh);
      expect(await state()).toEqual(FRIEND);
    }
    const older = { ...second, webhookEventId: 'another' };
    await tell(older);
    expect(await state()).toEqual(FRIEND);
  });

  test('ten concurrent events leave the state of the latest', async () => {
    const many = Array.from({ length: 10 }, (_, n) => eventOf(n % 2 === 0 ? 'follow' : 'unfollow'));
    await Promise.all([...many].reverse().map((event) => tell(event)));
    expect([await stored(), await state()]).toEqual([10, BLOCKED]);
  });

  test.each([
    ['somebody we don’t know', { source: { type: 'user', userId: lineUserId('stranger') } }],
    ['a group', { source: { type: 'group', groupId: 'C1' } }],
    ['nobody', { source: undefined }],
    ['a channel on standby', { mode: 'standby' }],
    ['something new', { type: 'mystery' }],
    ['a message', { type: 'message', message: { type: 'text', text: 'hello, my phone is 0812345678' } }],
  ])('an event of %s is stored without its content and changes nothing', async (_name, changes) => {
    expect([await tell(eventOf('follow', changes)), await stored(), await state()]).toEqual([
      200,
      1,
      NEITHER,
    ]);
    const [row] = await world.db.execute<{ whole: string }>(
      sql`select e::text as whole from provider_events e`,
    );
    expect(row?.whole).not.toContain('0812345678');
  });

  test('LINE events are not settled by the jobs of gateway events', async () => {
    await tell(eventOf('follow'));
    const waiting = await world.db.execute(
      sql`select 1 from provider_events where provider = 'line' and settled_at is null`,
    );
    expect(waiting.length).toBe(0);
  });

  test('a login records the present friendship, whatever earlier events said', async () => {
    await tell(eventOf('unfollow'));
    expect(await walkToLine(world, createTraveller(world), MALI, { intent: 'login' })).toBe('/account');
    expect(await state()).toEqual(FRIEND);
  });
});

test('a user who adds the account on LINE’s consent page is a friend', async () => {
  const { accountId } = await plantSubscriber(world);
  await plantIdentity(world, accountId, lineUserId('ploy'));
  const consent = { person: 'ploy', action: 'allow_add_friend' };
  await walkToLine(world, createTraveller(world), consent, { intent: 'login' });
  await world.sandbox.settled();
  const [row] = await world.db.select().from(identities).where(eq(identities.accountId, accountId));
  expect(row).toMatchObject(FRIEND);
  expect(await stored()).toBe(1);
});
