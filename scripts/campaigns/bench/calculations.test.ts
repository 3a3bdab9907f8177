import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { queriesOf } from './counting';
import { percentile, SAMPLES_MIN, slowdownOf } from './latency';
import { graphql, requestBytes, requireSuccess, toRequest, trpcMutation, trpcQuery } from './requests';
import { splitList, mergeLists, cycle } from './lists';
import { targetText, verdictOf } from './verdict';
import { assignWrites, writersFor, type Writer } from './write-pairs';

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('percentile', () => {
  test('returns the value that the given share does not exceed, in any order of values', () => {
    expect(percentile(upTo(1000).reverse(), 0.99)).toBe(990);
    expect(percentile(upTo(500), 0.5)).toBe(250);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([3, 1, 2], 1)).toBe(3);
  });

  test('returns NaN for an empty list', () => {
    expect(percentile([], 0.99)).toBeNaN();
  });
});

describe('slowdown', () => {
  test('divides the busy p99 by the quiet one, before and after taken together', () => {
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

  test('marks a result of too few samples on either side', () => {
    const enough = upTo(SAMPLES_MIN);
    const few = upTo(SAMPLES_MIN - 1);
    expect(slowdownOf({ before: few, after: [], busy: enough }).isEnough).toBe(false);
    expect(slowdownOf({ before: enough, after: [], busy: few }).isEnough).toBe(false);
    expect(slowdownOf({ before: [], after: [], busy: [] }).isEnough).toBe(false);
  });
});

test('accepts a machine that is up to twice as slow after as before', () => {
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

test('does not count statements that begin or end a transaction', () => {
  const texts = new Map([
    ['begin', 1],
    ['set transaction read write', 1],
    ['select 1', 2],
    ['COMMIT', 1],
  ]);
  expect(queriesOf({ statements: 5, roundTrips: 5, texts })).toBe(3);
});

describe('request', () => {
  test('is a GET without a body', () => {
    const text = requestBytes(4300, { ...trpcQuery('orders.shipments', { page: 1 }), cookie: 'session=a' });
    expect(text.toString()).toBe(
      'GET /api/trpc/orders.shipments?input=%7B%22json%22%3A%7B%22page%22%3A1%7D%7D HTTP/1.1\r\n' +
        'Host: 127.0.0.1:4300\r\nCookie: session=a\r\n\r\n',
    );
  });

  test('is a POST of JSON with a body, with its length in bytes', () => {
    expect(requestBytes(4300, trpcMutation('a.b', 'ผ')).toString()).toBe(
      'POST /api/trpc/a.b HTTP/1.1\r\nHost: 127.0.0.1:4300\r\nContent-Type: application/json\r\n' +
        'Content-Length: 14\r\n\r\n{"json":"ผ"}',
    );
  });

  test('is the same for a function instead of a connection', async () => {
    const request = toRequest({ ...graphql('{ viewer }', { a: 1 }), cookie: 'session=a' });
    expect([request.method, request.url]).toEqual(['POST', 'http://127.0.0.1/api/graphql']);
    expect(await request.json()).toEqual({ query: '{ viewer }', variables: { a: 1 } });
    expect(toRequest({ path: '/api/me' }).method).toBe('GET');
  });

  test('ends the bench when it is refused, by status or as a GraphQL error', () => {
    const answer = (status: number, text: string) => () => requireSuccess(status, Buffer.from(text), '/p');
    expect(answer(200, '{"data":{"orders":[]}}')).not.toThrow();
    expect(answer(409, '{"code":"STALE"}')).toThrow('/p answered 409: {"code":"STALE"}');
    expect(answer(200, '{"data":null,"errors":[{"message":"no"}]}')).toThrow('/p answered 200');
  });
});

describe('lists', () => {
  test('cycle repeats a list for ever', () => {
    const next = cycle(['a', 'b']);
    expect([next(), next(), next()]).toEqual(['a', 'b', 'a']);
  });

  test('mergeLists keeps every element of lists of different lengths', () => {
    expect(mergeLists([['a', 'b', 'c'], ['d'], []])).toEqual(['a', 'd', 'b', 'c']);
    expect(mergeLists([])).toEqual([]);
  });

  test('splitList puts each element into one list', () => {
    expect(splitList([1, 2, 3, 4, 5], 2)).toEqual([
      [1, 3, 5],
      [2, 4],
    ]);
  });
});

describe('pairs of writes', () => {
  const each = 2;
  const writers = upTo(writersFor(each)).map((n): Writer => ({
    cookie: `session=${n}`,
    orderId: `ord_${n}`,
    cardIds: [`card_${n}`, `card_${n}_2`],
    nextPayment: parseDay('2026-12-31'),
    today: parseDay('2026-12-21'),
  }));
  const groups = assignWrites(writers, each);

  test('give each writer one write and its reverse, and each write the same number of writers', () => {
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
