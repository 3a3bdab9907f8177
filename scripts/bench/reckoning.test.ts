import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { queriesOf } from './counting';
import { percentile, SAMPLES_MIN, slowdownOf } from './latency';
import { graphql, requestBytes, requireSuccess, toRequest, trpcMutation, trpcQuery } from './requests';
import { dealt, mixed, turnsOf } from './turns';
import { targetText, verdictOf } from './verdict';
import { handOut, writersFor, type Writer } from './wishes';

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('a percentile', () => {
  test('is the value that so many do not exceed, in whatever order they came', () => {
    expect(percentile(upTo(1000).reverse(), 0.99)).toBe(990);
    expect(percentile(upTo(500), 0.5)).toBe(250);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([3, 1, 2], 1)).toBe(3);
  });

  test('of nothing is no number', () => {
    expect(percentile([], 0.99)).toBeNaN();
  });
});

describe('a slowdown', () => {
  test('is the busy p99 over the quiet one, before and after taken together', () => {
    const quiet = upTo(SAMPLES_MIN / 2);
    const found = slowdownOf({ before: quiet, after: quiet, busy: upTo(SAMPLES_MIN).map((ms) => 2 * ms) });
    expect(found).toEqual({
      samples: { quiet: SAMPLES_MIN, busy: SAMPLES_MIN },
      p50: { quiet: 125, busy: 500 },
      p99: { before: 248, after: 248, quiet: 248, busy: 990 },
      ratio: 990 / 248,
      isEnough: true,
      isSteady: true,
    });
  });

  test('from too few samples on either side is marked', () => {
    const enough = upTo(SAMPLES_MIN);
    const few = upTo(SAMPLES_MIN - 1);
    expect(slowdownOf({ before: few, after: [], busy: enough }).isEnough).toBe(false);
    expect(slowdownOf({ before: enough, after: [], busy: few }).isEnough).toBe(false);
    expect(slowdownOf({ before: [], after: [], busy: [] }).isEnough).toBe(false);
  });
});

test('a machine that was twice as slow after as before is still steady, and no more than that', () => {
  const steady = (before: number, after: number) =>
    slowdownOf({ before: [before], busy: [1], after: [after] }).isSteady;
  expect([steady(10, 20), steady(20, 10), steady(10, 21), steady(21, 10)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(slowdownOf({ before: [], busy: [], after: [] }).isSteady).toBe(false);
});

test.each([
  [0.5, { atLeast: 0.5 }, 'reached', '≥ 0.5'],
  [0.499, { atLeast: 0.5 }, 'missed', '≥ 0.5'],
  [3, { atMost: 3 }, 'reached', '≤ 3'],
  [3.001, { atMost: 3 }, 'missed', '≤ 3'],
  [NaN, { atMost: 3 }, 'missed', '≤ 3'],
  [NaN, { atLeast: 1 }, 'missed', '≥ 1'],
  [1, null, '', ''],
] as const)('%d of %j is %j', (value, target, verdict, text) => {
  expect([verdictOf(value, target), targetText(target)]).toEqual([verdict, text]);
});

test('what begins and ends a transaction is no query', () => {
  const texts = new Map([
    ['begin', 1],
    ['set transaction read write', 1],
    ['select 1', 2],
    ['COMMIT', 1],
  ]);
  expect(queriesOf({ statements: 5, roundTrips: 5, texts })).toBe(3);
});

describe('a request', () => {
  test('without a body is a GET', () => {
    const text = requestBytes(4300, { ...trpcQuery('orders.shipments', { page: 1 }), cookie: 'session=a' });
    expect(text.toString()).toBe(
      'GET /api/trpc/orders.shipments?input=%7B%22json%22%3A%7B%22page%22%3A1%7D%7D HTTP/1.1\r\n' +
        'Host: 127.0.0.1:4300\r\nCookie: session=a\r\n\r\n',
    );
  });

  test('with one is a POST of JSON as long as its bytes', () => {
    expect(requestBytes(4300, trpcMutation('a.b', 'ผ')).toString()).toBe(
      'POST /api/trpc/a.b HTTP/1.1\r\nHost: 127.0.0.1:4300\r\nContent-Type: application/json\r\n' +
        'Content-Length: 14\r\n\r\n{"json":"ผ"}',
    );
  });

  test('is the same without a connection', async () => {
    const request = toRequest({ ...graphql('{ viewer }', { a: 1 }), cookie: 'session=a' });
    expect([request.method, request.url]).toEqual(['POST', 'http://127.0.0.1/api/graphql']);
    expect(await request.json()).toEqual({ query: '{ viewer }', variables: { a: 1 } });
    expect(toRequest({ path: '/api/me' }).method).toBe('GET');
  });

  test('that is refused ends the bench, by its status or as GraphQL does', () => {
    const answer = (status: number, text: string) => () => requireSuccess(status, Buffer.from(text), '/p');
    expect(answer(200, '{"data":{"orders":[]}}')).not.toThrow();
    expect(answer(409, '{"code":"STALE"}')).toThrow('/p answered 409: {"code":"STALE"}');
    expect(answer(200, '{"data":null,"errors":[{"message":"no"}]}')).toThrow('/p answered 200');
  });
});

describe('turns', () => {
  test('go round', () => {
    const next = turnsOf(['a', 'b']);
    expect([next(), next(), next()]).toEqual(['a', 'b', 'a']);
  });

  test('are mixed from lists of different lengths, and nobody is lost', () => {
    expect(mixed([['a', 'b', 'c'], ['d'], []])).toEqual(['a', 'd', 'b', 'c']);
    expect(mixed([])).toEqual([]);
  });

  test('are dealt to one hand each', () => {
    expect(dealt([1, 2, 3, 4, 5], 2)).toEqual([
      [1, 3, 5],
      [2, 4],
    ]);
  });
});

describe('wishes', () => {
  const each = 2;
  const writers = upTo(writersFor(each)).map((n): Writer => ({
    cookie: `session=${n}`,
    orderId: `ord_${n}`,
    cardIds: [`card_${n}`, `card_${n}_2`],
    nextPayment: parseDay('2026-12-31'),
    today: parseDay('2026-12-21'),
  }));
  const groups = handOut(writers, each);

  test('give everybody one kind of write, there and back, and every write as many people', () => {
    const people = groups.flat();
    expect(people.map(([turn]) => turn?.asked.cookie)).toEqual(writers.map(({ cookie }) => cookie));
    for (const [there, back, ...more] of people) {
      expect(more).toEqual([]);
      expect(there?.asked.cookie).toBe(back?.asked.cookie);
      expect(there?.asked).not.toEqual(back?.asked);
    }
    const shares = new Map<string, number>();
    for (const { write } of people.flat()) shares.set(write, (shares.get(write) ?? 0) + 1);
    expect([...shares.values()]).toEqual(upTo(9).map(() => 2 * each));
  });

  test('move a payment day to one that every month has', () => {
    const asked = groups.flat(2).filter(({ write }) => write === 'subscription.changePaymentDay');
    expect(asked[0]?.asked.body).toEqual({ json: { paymentDay: 30 } });
  });
});
