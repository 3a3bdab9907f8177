import { expect, test } from 'vitest';
import { FIRST_TRIES, isNetworkAtLimit, networkOf, networksOf } from './throttle';

test('an IPv4 address has its /24 network, and an address that is not known itself', () => {
  expect(networksOf('198.51.100.7')).toEqual([{ network: '198.51.100.0/24', budget: 1 }]);
  expect(networksOf('unknown')).toEqual([{ network: 'unknown', budget: 1 }]);
});

test('an IPv6 address has its /56, /48 and /32 networks, with growing budgets', () => {
  expect(networksOf('2001:db8:12:3400::/56')).toEqual([
    { network: '2001:db8:12:3400::/56', budget: 1 },
    { network: '2001:db8:12::/48', budget: 4 },
    { network: '2001:db8::/32', budget: 32 },
  ]);
  expect(networkOf('2001:db8:12:3400::/56')).toBe('2001:db8:12:3400::/56');
});

test('two households share the networks of their provider and no other', () => {
  const [one, other] = ['2001:db8:1:100::/56', '2001:db8:2:100::/56'].map((address) =>
    networksOf(address).map(({ network }) => network),
  );
  expect(one?.filter((network) => other?.includes(network))).toEqual(['2001:db8::/32']);
});

test('a network is refused beyond its limit, and a larger one only after the first tries of the smallest', () => {
  expect([60, 61].map((count) => isNetworkAtLimit(count, 60, null))).toEqual([false, true]);
  expect([60, 61].map((count) => isNetworkAtLimit(count, 60, FIRST_TRIES + 1))).toEqual([false, true]);
  expect(isNetworkAtLimit(1_000, 60, FIRST_TRIES)).toBe(false);
});
