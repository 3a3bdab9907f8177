import { getIntrospectionQuery, parse } from 'graphql';
import { expect, test } from 'vitest';
import { wholeViewer } from '@/testing/graphql-selection';
import { HOSTILE_DOCUMENTS } from '@/testing/hostile-documents';
import { checkDocument } from './document';
import { LIMITS } from './limits';

/** Returns a proxy of a value that calls `count` at every read of a property, also of nested values. */
function counting<T extends object>(value: T, count: () => void, wrapped = new WeakMap<object, object>()): T {
  const known = wrapped.get(value);
  if (known) return known as T;
  const proxy = new Proxy(value, {
    get: (target, key, receiver) => {
      count();
      const inner: unknown = Reflect.get(target, key, receiver);
      return typeof inner === 'object' && inner !== null ? counting(inner, count, wrapped) : inner;
    },
  });
  wrapped.set(value, proxy);
  return proxy;
}

/** Returns the number of property reads of a document until the check accepts or rejects it. */
function workOf(
  query: string,
  check = (document: ReturnType<typeof parse>) => checkDocument(document, {}),
): number {
  let reads = 0;
  const document = counting(parse(query, { noLocation: true, maxTokens: LIMITS.tokens }), () => (reads += 1));
  try {
    check(document);
  } catch {
    // An exceeded limit ends the check.
  }
  return reads;
}

const plain = workOf(`{ ${wholeViewer('50')} }`);

test.each(HOSTILE_DOCUMENTS)(
  'checking a document takes at most three times the work of the largest plain one: %s',
  (_what, query) => {
    expect(workOf(query) / plain).toBeLessThan(3);
  },
);

test('the complete schema can be read', () => {
  expect(checkDocument(parse(getIntrospectionQuery()), {})).toEqual([]);
});
