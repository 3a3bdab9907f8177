import { describe, expect, test } from 'vitest';
import { openWorld } from '../test-world';
import { bearing, personOf } from './test-login';

type World = ReturnType<typeof openWorld>;
type Wire = Record<string, unknown>;
const MINUTE = 60_000;
const TEXT = { type: 'text', text: 'Your box is on its way' };

const api = (
  world: World,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
) =>
  bearing(world, path, world.settings.lineMessagingAccessToken, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const reply = (
  world: World,
  replyToken: string,
  headers: Record<string, string> = {},
  messages: Wire[] = [TEXT],
) => api(world, '/v2/bot/message/reply', { replyToken, messages }, headers);

/** Writes to the account. @returns the reply token of the webhook, and the id of its event */
async function write(world: World, key = 'mali') {
  await world.control('POST', `/line/people/${key}`, { action: 'message', text: 'hello' });
  const [event] = (JSON.parse(world.received.at(-1)?.body ?? '{}') as { events: Wire[] }).events;
  return { token: String(event?.replyToken), eventId: String(event?.webhookEventId) };
}

describe('a reply', () => {
  test('arrives once per token, is free, and takes no retry key', async () => {
    const world = openWorld();
    const { token } = await write(world);
    expect(
      (await reply(world, token, { 'x-line-retry-key': '123e4567-e89b-42d3-a456-426614174000' })).status,
    ).toBe(400);
    expect((await reply(world, token)).body.sentMessages).toHaveLength(1);
    expect((await reply(world, token)).body).toEqual({ message: 'Invalid reply token' });
    expect((await reply(world, 'unknown')).status).toBe(400);
    const quota = await api(world, '/v2/bot/message/quota/consumption', undefined, {}, 'GET');
    expect(quota.body).toEqual({ totalUsage: 0 });
  });

  test('arrives within a minute of the delivery, also of a redelivered event within twenty minutes', async () => {
    const world = openWorld();
    const { token, eventId } = await write(world);
    world.pass(2 * MINUTE);
    expect((await reply(world, token)).status).toBe(400);
    await world.control('POST', '/line/webhooks', { redeliver: eventId });
    expect((await reply(world, token)).status).toBe(200);
    const late = await write(world);
    world.pass(21 * MINUTE);
    await world.control('POST', '/line/webhooks', { redeliver: late.eventId });
    expect((await reply(world, late.token)).status).toBe(400);
  });

  test('with more than thirteen quick replies, or one whose label is too long, is refused', async () => {
    const world = openWorld();
    const { token } = await write(world);
    const item = (label: string) => ({
      type: 'action',
      action: { type: 'postback', label, data: 'ask:next:en' },
    });
    const many = Array.from({ length: 14 }, () => item('Next'));
    for (const items of [many, [item('x'.repeat(21))], [], [{ type: 'text' }]])
      expect((await reply(world, token, {}, [{ ...TEXT, quickReply: { items } }])).status).toBe(400);
    expect((await reply(world, token, {}, [{ ...TEXT, quickReply: { items: [item('Next')] } }])).status).toBe(
      200,
    );
  });
});

test('a push reaches who is no friend for seven days after a message', async () => {
  const world = openWorld();
  const { userId } = await personOf(world, 'ploy');
  const push = () => api(world, '/v2/bot/message/push', { to: userId, messages: [TEXT] });
  const arrived = async () =>
    (
      (await (await world.sandbox.fetch(`http://sandbox.test/line/inbox/${userId}.json`)).json()) as {
        data: unknown[];
      }
    ).data.length;
  await push();
  expect(await arrived()).toBe(0);
  await write(world, 'ploy');
  await push();
  expect(await arrived()).toBe(1);
  world.pass(8 * 24 * 60 * MINUTE);
  await push();
  expect(await arrived()).toBe(1);
});

test('a rich menu is refused in another shape than LINE takes, and is seen by who is linked with it', async () => {
  const world = openWorld();
  const area = {
    bounds: { x: 0, y: 0, width: 800, height: 500 },
    action: { type: 'postback', label: 'Next', data: 'ask:next:en' },
  };
  const menu = {
    size: { width: 800, height: 500 },
    selected: true,
    name: 'ira-active-en',
    chatBarText: 'Menu',
    areas: [area],
  };
  for (const wrong of [
    { size: { width: 719, height: 500 } },
    { chatBarText: 'x'.repeat(15) },
    { areas: Array.from({ length: 21 }, () => area) },
    { areas: [{ ...area, bounds: { ...area.bounds, width: 801 } }] },
  ])
    expect((await api(world, '/v2/bot/richmenu', { ...menu, ...wrong })).status).toBe(400);
  const { richMenuId } = (await api(world, '/v2/bot/richmenu', menu)).body;
  const { userId } = await personOf(world, 'mali');
  const seen = () => api(world, `/v2/bot/user/${userId}/richmenu`, undefined, {}, 'GET');
  expect((await api(world, `/v2/bot/user/${userId}/richmenu/${String(richMenuId)}`)).status).toBe(400);
  expect((await seen()).status).toBe(404);
});
