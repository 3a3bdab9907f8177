import { expect, test } from 'vitest';
import { hostileGets, hostilePosts } from '@/testing/hostile-requests';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { handleApi } from './handler';
import { listRoutes } from './rest/routes';

const world = withWorld();

/** The largest response of a plain request: the public settings. */
const RESPONSE_MAX_BYTES = 2_000;

const WITHOUT_LOG_IN: ReadonlySet<string> = new Set(['anyone', 'not_subscribed', 'link']);
const rest = listRoutes().filter(({ method, route }) => method === 'POST' && WITHOUT_LOG_IN.has(route.who));
const trpc = [
  'auth.logIn',
  'auth.useMagicLink',
  'registration.start',
  'rewards.applyCode',
  'orders.requestTaxInvoice',
];
const POSTS = [
  ...rest.map(({ path }) => path),
  ...trpc.map((name) => `/api/trpc/${name}`),
  ...['/api/graphql', '/api/webhooks/omise', '/api/webhooks/line', '/api/webhooks/mycloud/x'],
];
const GETS = ['/api/me', '/api/settings', '/api/trpc/auth.me', '/api/auth/line/callback', '/api/nothing'];

test.each([
  ...POSTS.map((path) => [path, hostilePosts] as const),
  ...GETS.map((path) => [path, hostileGets] as const),
])(
  'a hostile request to %s is never an internal error, makes at most one query and gets a short response',
  async (route, requestsFor) => {
    for (const { what, path, method, headers, body } of requestsFor(route)) {
      let response = new Response();
      const statements = await queriesOf(world.db, async () => {
        response = await handleApi(new Request(`http://localhost:3999${path}`, { method, headers, body }));
      });
      const { byteLength } = await response.arrayBuffer();
      expect(response.status, what).toBeLessThan(500);
      expect(byteLength, what).toBeLessThan(RESPONSE_MAX_BYTES);
      expect(statements.length, what).toBeLessThanOrEqual(1);
    }
  },
);
