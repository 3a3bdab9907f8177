import { beforeAll, describe, expect, inject, test } from 'vitest';
import { subscriber, type Caller } from '@/testing/callers';
import { registration } from '@/testing/browser';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { listRoutes } from './rest/routes';
import { appRouter } from './root';

/* Tests cross-site request forgery: every call that changes data × the origin that a browser sends × the content type. Includes new calls automatically. */
let person: Caller;
const world = withWorld();
beforeAll(async () => {
  person = await subscriber(world);
});

const OURS = 'http://localhost:3999';
const ORIGINS = [null, OURS, 'null', 'https://evil.example', `${OURS}.evil.example`, 'http://localhost:3998'];
const SITES = [null, 'same-origin', 'none', 'same-site', 'cross-site'];
const JSON_TYPE = 'application/json';
const TYPES = [
  JSON_TYPE,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

const { procedures } = appRouter._def as unknown as {
  procedures: Record<string, { _def: { type: string } }>;
};
const isMutation = (name: string) => procedures[name]?._def.type === 'mutation';
const CALLS: [method: string, path: string][] = [
  ...listRoutes()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }): [string, string] => [method, path]),
  ...Object.keys(procedures)
    .filter(isMutation)
    .map((name): [string, string] => ['POST', `/api/trpc/${name}`]),
  ['POST', '/api/graphql'],
];

const isOurs = (origin: string | null, site: string | null) =>
  (origin === null || origin === OURS) && (site === null || site === 'same-origin' || site === 'none');

/** Returns the headers that a browser sends. Omits a header whose value is null. */
function said(origin: string | null, site: string | null, type: string): Record<string, string> {
  return {
    'content-type': type,
    // Without this header, the refusal would need a query for the account's language.
    'accept-language': 'en',
    ...(origin !== null && { origin }),
    ...(site !== null && { 'sec-fetch-site': site }),
  };
}

const codeOf = async (response: Response) =>
  /"(?:appCode|code)":"([A-Z_]+)"/.exec(await response.text())?.[1];
const EVERY = ORIGINS.flatMap((origin) =>
  SITES.flatMap((site) => TYPES.map((type) => ({ origin, site, type }))),
);

const FORGED = EVERY.filter(({ origin, site, type }) => !isOurs(origin, site) || type !== JSON_TYPE);
/** The forged headers of which only one is wrong. */
const ONE_WRONG = FORGED.filter(
  ({ origin, site, type }) =>
    Number(!isOurs(origin, null)) + Number(!isOurs(null, site)) + Number(type !== JSON_TYPE) === 1,
);

describe.each(CALLS)('%s %s', (method, path) => {
  test("with the session's cookie is refused from another site, or as a form, before any query", async () => {
    // Several wrong headers at once are decided by the same code for every call.
    const forged = inject('isDeep') || path === CALLS[0]?.[1] ? FORGED : ONE_WRONG;
    const wrong: object[] = [];
    const sent = await queriesOf(world.db, async () => {
      for (const { origin, site, type } of forged) {
        const headers = { cookie: person.cookie, ...said(origin, site, type) };
        const response = await world.request(method, path, '{"a":1}', headers);
        const expected = isOurs(origin, site) ? 'NOT_JSON' : 'NOT_ALLOWED';
        const code = (await codeOf(response)) ?? '';
        if (code !== expected || response.headers.has('set-cookie')) wrong.push({ headers, code });
      }
    });
    expect(wrong).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('is accepted as JSON from our own pages, or from a client that is no browser', async () => {
    const own = EVERY.filter(({ origin, site, type }) => isOurs(origin, site) && type === JSON_TYPE);
    for (const { origin, site, type } of own) {
      const response = await world.request(method, path, '{"a":1}', said(origin, site, type));
      expect((await codeOf(response)) ?? 'ok').not.toMatch(/^(NOT_ALLOWED|NOT_JSON)$/);
    }
  });
});

test('a link can call no command of tRPC', async () => {
  for (const name of Object.keys(procedures).filter(isMutation)) {
    const response = await world.request('GET', `/api/trpc/${name}?input=%7B%7D`, undefined, {
      cookie: person.cookie,
    });
    expect([name, response.status]).toEqual([name, 405]);
  }
});

test('login CSRF: another site cannot log a browser in, even with the right password', async () => {
  const requested = registration();
  await world.request('POST', '/api/register', requested);
  const { email, password } = requested;
  for (const path of ['/api/login', '/api/trpc/auth.logIn']) {
    for (const site of ['cross-site', 'same-site']) {
      const body = path === '/api/login' ? { email, password } : { json: { email, password } };
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': site };
      const response = await world.request('POST', path, body, headers);
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    }
  }
});

test('host-header poisoning: mail links point to the configured site, whatever the Host header', async () => {
  await world.startWorker();
  const requested = registration();
  const poison = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  expect((await world.request('POST', '/api/register', requested, poison)).status).toBe(200);
  await expect.poll(() => world.latestMail(requested.email), { timeout: 15_000 }).not.toBeNull();
  const mail = await world.latestMail(requested.email);
  const links = mail?.links.filter((link) => !link.startsWith('mailto:')) ?? [];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(new URL(link).origin).toBe(OURS);
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
});
