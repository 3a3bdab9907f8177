import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dataOf, openWorld } from '../test-world';
import { bearing, personOf } from './test-login';

type World = ReturnType<typeof openWorld>;
type Wire = Record<string, unknown>;

const TEXT = { type: 'text', text: 'Your box is on its way' };

async function push(world: World, body: unknown, headers: Record<string, string> = {}) {
  return bearing(world, '/v2/bot/message/push', world.settings.lineMessagingAccessToken, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const pushTo = async (world: World, key: string, messages: Wire[], headers: Record<string, string> = {}) =>
  push(world, { to: (await personOf(world, key)).userId, messages }, headers);

async function inboxOf(world: World, key: string) {
  const { userId } = await personOf(world, key);
  const answer = await world.sandbox.fetch(`http://sandbox.test/line/inbox/${userId}.json`);
  return ((await answer.json()) as { data: { at: string; text: string; links: string[] }[] }).data;
}

const flex = (contents: unknown, altText: unknown = 'Payment link: ฿439.00'): Wire => ({
  type: 'flex',
  altText,
  contents,
});

const button = (uri: string, label = 'Pay now') => ({
  type: 'button',
  style: 'primary',
  action: { type: 'uri', label, uri },
});
const box = (...contents: unknown[]) => ({ type: 'box', layout: 'vertical', contents });
const bubble = (...contents: unknown[]) => ({ type: 'bubble', body: box(...contents) });
const words = (text: string) => ({ type: 'text', text });

describe('a push', () => {
  test('of texts is delivered with its links in order', async () => {
    const world = openWorld();
    const second = { type: 'text', text: 'Track it: https://track.test/1.' };
    const answer = await pushTo(world, 'mali', [TEXT, second]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-line-request-id')).not.toBeNull();
    expect(answer.body.sentMessages).toHaveLength(2);
    expect(await inboxOf(world, 'mali')).toEqual([
      { at: '2026-11-20T02:00:00.000Z', text: TEXT.text, links: [] },
      { at: '2026-11-20T02:00:00.000Z', text: second.text, links: ['https://track.test/1'] },
    ]);
  });

  test('of a Flex bubble is delivered as its altText and its texts', async () => {
    const world = openWorld();
    await pushTo(world, 'mali', [
      flex({
        ...bubble(words('Order 1001'), words('฿439.00')),
        footer: box(button('http://shop.test/pay/t_1')),
      }),
    ]);
    expect(await inboxOf(world, 'mali')).toMatchObject([
      { text: 'Payment link: ฿439.00\nOrder 1001\n฿439.00\nPay now', links: ['http://shop.test/pay/t_1'] },
    ]);
  });

  test.each([
    ['dao', 'blocked'],
    ['ploy', 'not_friend'],
  ])('to %s is answered 200 and not delivered: %s', async (key, fate) => {
    const world = openWorld();
    const answer = await pushTo(world, key, [TEXT]);
    expect([answer.status, (answer.body.sentMessages as unknown[]).length]).toEqual([200, 1]);
    expect(await inboxOf(world, key)).toEqual([]);
    expect(dataOf(await world.control('GET', '/line/messages'))).toMatchObject([{ delivered: false, fate }]);
    const { userId } = await personOf(world, key);
    const page = await (await world.sandbox.fetch(`http://sandbox.test/line/inbox/${userId}`)).text();
    expect(page).toContain('Not delivered');
  });

  test('to an unknown user is answered 200 and not delivered', async () => {
    const world = openWorld();
    expect((await push(world, { to: `U${'e'.repeat(32)}`, messages: [TEXT] })).status).toBe(200);
    expect(dataOf(await world.control('GET', '/line/messages'))).toMatchObject([{ fate: 'unknown_person' }]);
  });

  test('is rejected without the channel’s token', async () => {
    const world = openWorld();
    const answer = await bearing(world, '/v2/bot/message/push', 'x', { method: 'POST', body: '{}' });
    expect([answer.status, typeof answer.body.message]).toEqual([401, 'string']);
  });
});

describe('a push is rejected', () => {
  const refused = async (messages: unknown, property: string) => {
    const world = openWorld();
    const answer = await pushTo(world, 'mali', messages as Wire[]);
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ property }]]);
    expect(await inboxOf(world, 'mali')).toEqual([]);
  };

  test.each<[string, unknown, string]>([
    ['no messages', [], 'messages'],
    ['six messages', Array.from({ length: 6 }, () => TEXT), 'messages'],
    ['an empty text', [TEXT, { type: 'text', text: '' }], 'messages[1].text'],
    ['5,001 UTF-16 units', [{ type: 'text', text: `${'🌸'.repeat(2_500)}x` }], 'messages[0].text'],
    ['an unknown type', [{ type: 'poem' }], 'messages[0].type'],
    ['no altText', [flex(bubble(words('a')), '')], 'messages[0].altText'],
    ['a long altText', [flex(bubble(words('a')), 'a'.repeat(401))], 'messages[0].altText'],
    [
      'an image over http',
      [{ type: 'image', originalContentUrl: 'http://x.test/a.png', previewImageUrl: 'https://x.test/a.png' }],
      'messages[0].originalContentUrl',
    ],
  ])('with %s', async (_name, messages, property) => refused(messages, property));

  test.each<[string, unknown, string]>([
    ['no container', undefined, '/'],
    ['an empty bubble', { type: 'bubble' }, '/'],
    ['a box without layout', { type: 'bubble', body: { type: 'box', contents: [] } }, '/body/layout'],
    ['an empty text', bubble(words('')), '/body/contents/0/text'],
    ['a button without action', bubble({ type: 'button' }), '/body/contents/0/action'],
    ['a button without label', bubble(button('https://a.test', '')), '/body/contents/0/action/label'],
    ['a button to nowhere', bubble(button('javascript:alert(1)')), '/body/contents/0/action/uri'],
    ['an image over http', bubble({ type: 'image', url: 'http://a.test/1.png' }), '/body/contents/0/url'],
    ['an unknown component', bubble({ type: 'marquee' }), '/body/contents/0'],
    ['an unknown field', bubble({ ...words('a'), colour: '#fff000' }), '/body/contents/0/colour'],
    ['a colour that is none', bubble({ ...words('a'), color: 'red' }), '/body/contents/0/color'],
    [
      'a button on a baseline',
      bubble({ type: 'box', layout: 'baseline', contents: [button('https://a.test')] }),
      '/body/contents/0/contents/0',
    ],
    ['more than 30 KB', bubble(...Array.from({ length: 20 }, () => words('ก'.repeat(600)))), '/'],
    [
      '13 bubbles',
      { type: 'carousel', contents: Array.from({ length: 13 }, () => bubble(words('a'))) },
      '/contents',
    ],
    [
      'a bad bubble in a carousel',
      { type: 'carousel', contents: [bubble(words('a')), { type: 'bubble' }] },
      '/contents/1',
    ],
  ])('with a Flex message that has %s', async (_name, contents, property) =>
    refused([flex(contents)], property),
  );

  test('when it is no JSON, or the receiver is malformed', async () => {
    const world = openWorld();
    expect(await push(world, '{"to":')).toMatchObject({ status: 400 });
    expect(await push(world, { messages: [TEXT] })).toMatchObject({
      status: 400,
      body: { details: [{ property: 'to' }] },
    });
    expect((await push(world, { to: 'mali', messages: [TEXT] })).body.message).toContain("'to'");
  });

  test('only above 5,000 units of text and 400 of altText', async () => {
    const world = openWorld();
    const messages = [{ type: 'text', text: '🌸'.repeat(2_500) }, flex(bubble(words('a')), 'a'.repeat(400))];
    expect((await pushTo(world, 'mali', messages)).status).toBe(200);
  });
});

describe('a retry key', () => {
  const keyed = () => ({ 'x-line-retry-key': randomUUID() });

  test('makes a second push answer 409 with the same messages, delivered once', async () => {
    const world = openWorld();
    const headers = keyed();
    const first = await pushTo(world, 'mali', [TEXT], headers);
    const again = await pushTo(world, 'mali', [TEXT], headers);
    expect([again.status, again.body.sentMessages]).toEqual([409, first.body.sentMessages]);
    expect(again.headers.get('x-line-accepted-request-id')).toBe(first.headers.get('x-line-request-id'));
    expect(await inboxOf(world, 'mali')).toHaveLength(1);
  });

  test('expires after 24 hours', async () => {
    const world = openWorld();
    const headers = keyed();
    await pushTo(world, 'mali', [TEXT], headers);
    world.pass(24 * 3_600_000);
    expect((await pushTo(world, 'mali', [TEXT], headers)).status).toBe(200);
  });

  test('of a rejected push can be reused; a key that is no UUID is rejected', async () => {
    const world = openWorld();
    const headers = keyed();
    expect((await pushTo(world, 'mali', [], headers)).status).toBe(400);
    expect((await pushTo(world, 'mali', [TEXT], headers)).status).toBe(200);
    expect((await pushTo(world, 'mali', [TEXT], { 'x-line-retry-key': '1' })).status).toBe(400);
  });

  test('shows after a lost response that the push was accepted', async () => {
    const world = openWorld();
    const headers = keyed();
    const op = 'POST /v2/bot/message/push';
    await world.control('POST', '/faults', { service: 'line', op, kind: 'reset', args: { after: true } });
    await expect(pushTo(world, 'mali', [TEXT], headers)).rejects.toThrow('fetch failed');
    expect((await pushTo(world, 'mali', [TEXT], headers)).status).toBe(409);
    await world.control('POST', '/faults', {
      service: 'line',
      op,
      kind: 'status',
      args: { status: 500, after: true },
    });
    const other = keyed();
    expect((await pushTo(world, 'mali', [TEXT], other)).status).toBe(500);
    expect((await pushTo(world, 'mali', [TEXT], other)).status).toBe(409);
    expect(await inboxOf(world, 'mali')).toHaveLength(2);
  });
});

describe('the limit of pushes', () => {
  const read = async (world: World, path: string) =>
    (await bearing(world, path, world.settings.lineMessagingAccessToken)).body;

  test('is unset at first, and once reached rejects pushes until the month ends', async () => {
    const world = openWorld();
    expect(await read(world, '/v2/bot/message/quota')).toEqual({ type: 'none' });
    await world.control('POST', '/line/quota', { limit: 500, used: 499 });
    expect(await read(world, '/v2/bot/message/quota')).toEqual({ type: 'limited', value: 500 });
    expect((await pushTo(world, 'dao', [TEXT])).status).toBe(200);
    expect((await pushTo(world, 'mali', [TEXT])).status).toBe(200);
    expect(await read(world, '/v2/bot/message/quota/consumption')).toEqual({ totalUsage: 500 });
    expect(await pushTo(world, 'mali', [TEXT])).toMatchObject({
      status: 429,
      body: { message: 'You have reached your monthly limit.' },
    });
    world.pass(11 * 24 * 3_600_000);
    expect((await pushTo(world, 'mali', [TEXT])).status).toBe(200);
    expect(await world.control('POST', '/line/quota', { limit: -1 })).toMatchObject({ status: 400 });
  });

  test.each([
    ['push_429_rate', 'The API rate limit has been exceeded. Try again later.'],
    ['push_429_quota', 'You have reached your monthly limit.'],
  ])('rejects one push: %s', async (kind, message) => {
    const world = openWorld();
    await world.control('POST', '/faults', { service: 'line', op: '*', kind });
    expect(await pushTo(world, 'mali', [TEXT])).toMatchObject({ status: 429, body: { message } });
    expect((await pushTo(world, 'mali', [TEXT])).status).toBe(200);
    expect(await inboxOf(world, 'mali')).toHaveLength(1);
  });

  test('does not matter for a user who unfollows before the push arrives: unfollow_between', async () => {
    const world = openWorld();
    await world.control('POST', '/faults', {
      service: 'line',
      op: 'POST /v2/bot/message/push',
      kind: 'unfollow_between',
    });
    expect((await pushTo(world, 'mali', [TEXT])).status).toBe(200);
    expect(await inboxOf(world, 'mali')).toEqual([]);
    expect((await personOf(world, 'mali')).friendship).toBe('blocked');
  });
});

test('does not matter for the account, its friends and link tokens, which need the channel’s token', async () => {
  const world = openWorld();
  const { userId } = await personOf(world, 'mali');
  const { userId: stranger } = await personOf(world, 'ploy');
  const token = world.settings.lineMessagingAccessToken;
  const read = (path: string, method = 'GET', key = token) => bearing(world, path, key, { method });
  expect((await read('/v2/bot/info')).body).toMatchObject({
    userId: expect.stringMatching(/^U[0-9a-f]{32}$/) as string,
  });
  expect((await read(`/v2/bot/profile/${userId}`)).body).toMatchObject({ displayName: 'Mali' });
  expect((await read(`/v2/bot/profile/${stranger}`)).status).toBe(404);
  expect((await read(`/v2/bot/user/${userId}/linkToken`, 'POST')).body.linkToken).toEqual(expect.any(String));
  for (const path of ['/v2/bot/info', '/v2/bot/message/quota', `/v2/bot/profile/${userId}`]) {
    expect((await read(path, 'GET', 'x')).status).toBe(401);
  }
  expect((await read('/v2/bot/nothing')).status).toBe(404);
});

test('LINE’s SDK and OpenID clients find the APIs at the root of the sandbox', async () => {
  const { sandbox, settings } = openWorld();
  const origin = 'http://sandbox.test';
  const read = async (path: string) => {
    const authorization = `Bearer ${settings.lineMessagingAccessToken}`;
    const answer = await sandbox.fetch(`${origin}${path}`, { headers: { authorization } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect((await read('/v2/bot/info')).body).toMatchObject({ basicId: '@sandbox' });
  const configuration = await read('/.well-known/openid-configuration');
  expect(await read('/line/access/.well-known/openid-configuration')).toEqual(configuration);
  const { issuer, jwks_uri: keys, token_endpoint: token } = configuration.body;
  expect([issuer, token]).toEqual([
    'https://access.line.me',
    expect.stringMatching(/\/line\/api\/oauth2\/v2\.1\/token$/),
  ]);
  const path = new URL(String(keys)).pathname;
  expect(await read('/oauth2/v2.1/certs')).toEqual(await read(path));
  expect((await read(path)).body.keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256' }]);
});
