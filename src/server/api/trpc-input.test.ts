import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { readInput } from './trpc-input';

const onTheWire = (input: unknown): unknown => JSON.parse(JSON.stringify(superjson.serialize(input)));

describe('inputs of our pages arrive unchanged', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'มะลิ'],
    ['an object', { orderId: 'ord_1', skip: false, at: 0.5, code: null }],
    ['fields left out', { when: 'now', code: undefined, deep: [{ a: undefined, b: null }, undefined] }],
    ['names that superjson has words for', { json: { meta: ['undefined'] }, values: 'undefined' }],
  ])('%s', (_what, input) => {
    expect(readInput(onTheWire(input))).toStrictEqual(input);
  });

  test('also without the version that superjson writes', () => {
    expect(readInput({})).toBeUndefined();
    expect(readInput({ json: null, meta: { values: ['undefined'] } })).toBeUndefined();
  });
});

describe('every other superjson value is INPUT_INVALID', () => {
  const shared = { a: 1 };
  test.each<[string, unknown]>([
    ['a Date', new Date(0)],
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['a bigint', 1n],
    ['a RegExp', /(a+)+$/],
    ['a URL', new URL('http://a.test')],
    ['an Error', new Error('a')],
    ['NaN', NaN],
    ['bytes', new Uint8Array(3)],
    ['one object in two places', { here: shared, there: shared }],
  ])('%s', (_what, value) => {
    expect(() => readInput(onTheWire(value))).toThrow('INPUT_INVALID');
    expect(() => readInput(onTheWire({ value, left: undefined }))).toThrow('INPUT_INVALID');
  });

  test.each<[string, unknown]>([
    ['a class', [['class', 'A']]],
    ['a symbol', [['symbol', 'A']]],
    ['one of our own', [['custom', 'A']]],
    ['undefined and more', ['undefined', { a: ['undefined'] }]],
    ['nothing', []],
  ])('%s that is only declared as one', (_what, values) => {
    expect(() => readInput({ json: null, meta: { values } })).toThrow('INPUT_INVALID');
    expect(() => readInput({ json: { a: null }, meta: { values: { a: values } } })).toThrow('INPUT_INVALID');
  });
});

test('nothing is added to or lost from an input', () => {
  const leftOut = (json: unknown, path: string) => () =>
    readInput({ json, meta: { values: { [path]: ['undefined'] }, v: 1 } });
  for (const path of [
    'b',
    'a.b',
    'constructor',
    'toString.name',
    'list.1',
    'list.length',
    'list.-1',
    '',
    '.',
  ])
    expect(leftOut({ a: 1, list: [null] }, path), path).toThrow('INPUT_INVALID');
  expect(leftOut({ a: 1, list: [null] }, 'list.0')()).toStrictEqual({ a: 1, list: [undefined] });
});

test('64 kB of paths are checked only up to the first step that does not exist', () => {
  const looked: PropertyKey[] = [];
  const a = new Proxy(
    {},
    {
      getOwnPropertyDescriptor: (target, name) => {
        looked.push(name);
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    },
  );
  const values = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`a.b${n}`, ['undefined']]));
  expect(() => readInput({ json: { a }, meta: { values } })).toThrow('INPUT_INVALID');
  expect(looked.splice(0)).toEqual(['b0']);
  const deep = { [`a${'.a'.repeat(32_000)}`]: ['undefined'] };
  expect(() => readInput({ json: { a }, meta: { values: deep } })).toThrow('INPUT_INVALID');
  expect(looked).toEqual(['a']);
});
