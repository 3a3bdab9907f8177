import { expect, test } from 'vitest';
import { registering, subscriber, type Caller } from '@/testing/callers';
import { withWorld } from '@/testing/with-world';
import { apiContext } from './context';
import { accountProcedure, createCallerFactory, router } from './trpc';

const world = withWorld();

/** A call whose use case checks nothing. */
const careless = router({
  ofSubscribers: accountProcedure.meta({ who: 'subscriber' }).query(() => 'open'),
  ofSessions: accountProcedure.meta({ who: 'logged_in' }).query(() => 'open'),
});

const callAs = ({ cookie }: Pick<Caller, 'cookie'>) =>
  createCallerFactory(careless)(apiContext(new Headers({ cookie })));

test('refuses what `who` of a procedure does not allow, although its use case checks nothing', async () => {
  const visitor = callAs({ cookie: '' });
  await expect(visitor.ofSubscribers()).rejects.toThrow('NOT_LOGGED_IN');
  await expect(visitor.ofSessions()).rejects.toThrow('NOT_LOGGED_IN');
  const registrant = callAs(await registering(world));
  await expect(registrant.ofSubscribers()).rejects.toThrow('NOT_ALLOWED');
  expect(await registrant.ofSessions()).toBe('open');
  expect(await callAs(await subscriber(world)).ofSubscribers()).toBe('open');
});
