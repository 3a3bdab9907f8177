import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { dataOf, openWorld } from '../test-world';
import { createHttp, createSend, listen } from '../transport';
import { WEBHOOK_PATIENCE_MS } from './open';
import { authorizeUrl, bearing, exchangeForm, login, personOf, postForm, walk } from './test-login';
import { sign } from './webhook-post';

type World = ReturnType<typeof openWorld>;
type Wire = Record<string, unknown>;

interface LineEvent extends Wire {
  type: string;
  webhookEventId: string;
  deliveryContext: { isRedelivery: boolean };
}

const eventsOf = (world: World) =>
  world.received.map(({ body }) => (JSON.parse(body) as { events: LineEvent[] }).events[0] as LineEvent);

const act = (world: World, key: string, action: string, over: Wire = {}) =>
  world.control('POST', `/line/people/${key}`, { action, ...over });

const fault = (world: World, kind: string, over: Wire = {}) =>
  world.control('POST', '/faults', { service: 'line', op: 'webhook', kind, ...over });

const pushText = (world: World, to: string, text: string) =>
  bearing(world, '/v2/bot/message/push', world.settings.lineMessagingAccessToken, {
    method: 'POST',
    body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
  });

const open = async (world: World, path: string, init: RequestInit = {}) => {
  const answer = await world.sandbox.fetch(`http://sandbox.test${path}`, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('a webhook of LINE', () => {
  test('is signed over the raw body, like the published vector', async () => {
    expect(sign('line-channel-secret', '{"destination":"Uffff","events":[]}')).toBe(
      'TQklDR+R3ha2CIghWw5O5971kDc+9oj/i634yekQhOM=',
    );
    const world = openWorld();
    await act(world, 'ploy', 'follow');
    const [got] = world.received;
    const wanted = createHmac('sha256', world.settings.lineMessagingChannelSecret).update(got?.body ?? '');
    expect(got?.headers.get('x-line-signature')).toBe(wanted.digest('base64'));
  });

  test.each([
    ['ploy', 'follow', 'follow', { follow: { isUnblocked: false } }],
    ['dao', 'unblock', 'follow', { follow: { isUnblocked: true } }],
    ['mali', 'unfollow', 'unfollow', {}],
    ['mali', 'block', 'unfollow', {}],
    ['mali', 'message', 'message', { message: { type: 'text', text: 'hello' } }],
    ['mali', 'postback', 'postback', { postback: { data: 'hello' } }],
  ])('reports what %s did: %s', async (key, action, type, facts) => {
    const world = openWorld();
    const answer = await act(world, key, action, { text: 'hello' });
    const { userId } = await personOf(world, key);
    expect(eventsOf(world)).toMatchObject([
      {
        type,
        mode: 'active',
        timestamp: world.sandbox.clock.ms(),
        source: { type: 'user', userId },
        webhookEventId: expect.stringMatching(/^01[0-9A-HJKMNP-TV-Z]{24}$/) as string,
        deliveryContext: { isRedelivery: false },
        ...facts,
      },
    ]);
    expect(dataOf(answer)).toMatchObject({ event: { type, deliveries: [{ status: 200, error: null }] } });
    expect('replyToken' in (eventsOf(world)[0] ?? {})).toBe(type !== 'unfollow');
  });

  test('of a picture has no bytes: its content is fetched until it is taken back', async () => {
    const world = openWorld();
    await act(world, 'mali', 'picture', { text: Buffer.from('{"a":1}').toString('base64') });
    const [{ message } = {}] = eventsOf(world) as (LineEvent & { message: { id: string } })[];
    expect(message).toEqual({ ...message, type: 'image', contentProvider: { type: 'line' } });
    const fetched = (token = world.settings.lineMessagingAccessToken) =>
      bearing(world, `/v2/bot/message/${message?.id}/content`, token);
    expect((await fetched('wrong')).status).toBe(401);
    expect((await fetched()).body).toEqual({ a: 1 });
    await act(world, 'mali', 'unsend');
    expect((await fetched()).status).toBe(410);
    await act(world, 'mali', 'picture');
    const deleted = (eventsOf(world).at(-1) as unknown as { message: { id: string } }).message.id;
    const path = `/v2/bot/message/${deleted}/content`;
    expect((await bearing(world, path, world.settings.lineMessagingAccessToken)).status).toBe(404);
  });

  test('reports a follow on the consent page', async () => {
    const world = openWorld();
    await walk(world, { person: 'dao', action: 'allow_add_friend' });
    await world.sandbox.settled();
    expect(eventsOf(world)).toMatchObject([{ type: 'follow', follow: { isUnblocked: true } }]);
    await walk(world, { person: 'mali', action: 'allow_add_friend' });
    await world.sandbox.settled();
    expect(world.received).toHaveLength(1);
  });

  test('keeps its id and is marked when redelivered', async () => {
    const world = openWorld();
    const { event } = dataOf<{ event: { id: string } }>(await act(world, 'ploy', 'follow'));
    await world.control('POST', '/line/webhooks', { redeliver: event.id });
    expect(eventsOf(world).map((one) => [one.webhookEventId, one.deliveryContext.isRedelivery])).toEqual([
      [event.id, false],
      [event.id, true],
    ]);
    expect(await world.control('POST', '/line/webhooks', { redeliver: 'x' })).toMatchObject({ status: 404 });
  });

  test('without events is signed: verify', async () => {
    const world = openWorld();
    expect(dataOf(await world.control('POST', '/line/webhooks', { verify: true }))).toEqual({
      status: 200,
      error: null,
    });
    expect(JSON.parse(world.received[0]?.body ?? '')).toMatchObject({ events: [] });
  });

  test('with an error response is reported, and not sent again', async () => {
    const world = openWorld();
    world.receiver.status = 500;
    expect(dataOf(await act(world, 'ploy', 'follow'))).toMatchObject({
      event: { deliveries: [{ status: 500, error: 'answered 500' }] },
    });
    expect(world.received).toHaveLength(1);
  });

  test('with a slow response times out and is reported', async () => {
    const server = createHttp(() => new Promise(() => {}), false);
    await listen(server, 0, '127.0.0.1');
    const { port } = server.address() as { port: number };
    expect(WEBHOOK_PATIENCE_MS).toBe(2_000);
    const call = createSend(20)(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
    await expect(call).rejects.toThrow('timed out');
    server.close();
    server.closeAllConnections();
  });

  test('is not sent: drop', async () => {
    const world = openWorld();
    await fault(world, 'drop', { op: 'follow' });
    await act(world, 'ploy', 'follow');
    expect(world.received).toEqual([]);
  });

  test('is sent several times, all but one as redeliveries: duplicate', async () => {
    const world = openWorld();
    await fault(world, 'duplicate', { args: { count: 2 } });
    await act(world, 'ploy', 'follow');
    const [first, second] = eventsOf(world);
    expect(first?.webhookEventId).toBe(second?.webhookEventId);
    expect([first, second].map((one) => one?.deliveryContext.isRedelivery).sort()).toEqual([false, true]);
  });

  test('has a wrong signature: bad_signature', async () => {
    const world = openWorld();
    await fault(world, 'bad_signature');
    await act(world, 'ploy', 'follow');
    const [got] = world.received;
    expect(got?.headers.get('x-line-signature')).not.toBe(
      sign(world.settings.lineMessagingChannelSecret, got?.body ?? ''),
    );
  });

  test('arrives after a later event of the same user, without delaying others: out_of_order', async () => {
    const world = openWorld();
    await fault(world, 'out_of_order');
    await act(world, 'ploy', 'follow');
    await act(world, 'mali', 'unfollow');
    await act(world, 'ploy', 'block');
    expect(eventsOf(world).map((one) => one.type)).toEqual(['unfollow', 'unfollow', 'follow']);
  });

  test('arrives when due or flushed: delay', async () => {
    const world = openWorld();
    await fault(world, 'delay', { args: { seconds: 60 } });
    await act(world, 'ploy', 'follow');
    world.pass(60_000);
    await world.sandbox.tick();
    expect(world.received).toHaveLength(1);
    await fault(world, 'delay');
    await act(world, 'ploy', 'block');
    expect(dataOf(await world.control('POST', '/webhooks/flush', {}))).toEqual({ delivered: 1, dropped: 0 });
    expect(world.received).toHaveLength(2);
  });

  test('of an account link has the nonce, once per link token', async () => {
    const world = openWorld();
    const { userId } = await personOf(world, 'mali');
    const token = world.settings.lineMessagingAccessToken;
    const { body } = await bearing(world, `/v2/bot/user/${userId}/linkToken`, token, { method: 'POST' });
    const path = `/line/access/dialog/bot/accountLink?linkToken=${String(body.linkToken)}&nonce=nonce-of-ours`;
    expect([(await open(world, path)).status, (await open(world, path)).status]).toEqual([200, 400]);
    expect(eventsOf(world)).toMatchObject([
      { type: 'accountLink', link: { result: 'ok', nonce: 'nonce-of-ours' } },
    ]);
  });
});

describe('the phone page of a LINE user', () => {
  test('shows texts with links and bubbles, and escapes their content', async () => {
    const world = openWorld();
    const { userId } = await personOf(world, 'mali');
    await pushText(world, userId, '<script>alert(1)</script> https://shop.test/a?b=1&c="x"');
    const { text, headers } = await open(world, `/line/inbox/${userId}`);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('<a href="https://shop.test/a?b=1&amp;c=">');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('has buttons for the user’s actions', async () => {
    const world = openWorld();
    const { userId } = await personOf(world, 'mali');
    const press = (form: Record<string, string>) =>
      open(world, `/line/inbox/${userId}`, { method: 'POST', body: new URLSearchParams(form) });
    expect((await press({ action: 'block' })).status).toBe(303);
    expect((await personOf(world, 'mali')).friendship).toBe('blocked');
    await press({ action: 'unblock' });
    await press({ action: 'message', text: 'สวัสดี' });
    await press({ redeliver: eventsOf(world)[0]?.webhookEventId ?? '' });
    expect(eventsOf(world).map((one) => one.type)).toEqual(['unfollow', 'follow', 'message', 'unfollow']);
    expect((await open(world, `/line/inbox/${userId}`)).text).toContain('สวัสดี');
  });

  test('does not exist for an unknown user', async () => {
    const world = openWorld();
    for (const path of ['/line/inbox/U1', '/line/inbox/U1.json', '/line/pictures/U1.svg', '/line/nothing']) {
      expect((await open(world, path)).status).toBe(404);
    }
  });

  test('is linked for every user, with pictures', async () => {
    const world = openWorld();
    const { userId } = await personOf(world, 'somying');
    expect((await open(world, '/line')).text).toContain(`/line/inbox/${userId}`);
    expect((await open(world, `/line/pictures/${userId}.svg`)).headers.get('content-type')).toContain('svg');
  });
});

test('users, codes, tokens, messages, retry keys and prepared decisions survive a kill; a reset deletes them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'line-'));
  folders.push(folder);
  const before = openWorld({}, folder);
  await act(before, 'ploy', 'follow');
  const { userId } = await personOf(before, 'ploy');
  await pushText(before, userId, 'kept');
  const { body } = await login(before, 'mali');
  const code = (await walk(before, { person: 'nok', action: 'allow' })).searchParams.get('code') ?? '';
  await before.control('POST', '/line/consent', { person: 'mali', action: 'cancel' });

  const after = openWorld({}, folder);
  expect((await personOf(after, 'ploy')).friendship).toBe('friend');
  expect((await open(after, `/line/inbox/${userId}.json`)).text).toContain('kept');
  expect((await bearing(after, '/v2/profile', String(body.access_token))).status).toBe(200);
  expect((await postForm(after, '/oauth2/v2.1/token', exchangeForm(after, code))).status).toBe(200);
  expect((await after.sandbox.fetch(authorizeUrl(after))).headers.get('location')).toContain('ACCESS_DENIED');

  await after.control('POST', '/reset');
  expect((await personOf(after, 'ploy')).friendship).toBe('not_friend');
  expect(dataOf(await after.control('GET', '/line/messages'))).toEqual([]);
  expect((await bearing(after, '/v2/profile', String(body.access_token))).status).toBe(401);
});
