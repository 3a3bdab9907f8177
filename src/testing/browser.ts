import { eq } from 'drizzle-orm';
import { sessionCookieName } from '@/server/login/lucia';
import { startSession } from '@/server/login/session';
import { transaction, type Tx } from '@/server/db';
import { accounts } from '@/server/db/schema';
import { createCardToken, type TestCard } from './cards';
import { plantCopy, settleWithoutMail } from './copies';
import type { World } from './world';

export const GOOD_CARD: TestCard = { number: '4242424242424242' };
export const DECLINED_CARD: TestCard = { number: '4111111111140011' };

export interface Answer {
  status: number;
  headers: Headers;
  body: {
    status: string;
    code?: string;
    message?: string;
    reason?: string;
    fieldErrors?: Record<string, string[]>;
    data: Record<string, unknown>;
  };
}

/** Creates a REST client that stores cookies, as a browser does. */
export function createBrowser(world: World, headers: Record<string, string> = {}) {
  const jar = new Map<string, string>();
  const all = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await world.request(method, path, body, {
      ...headers,
      ...(jar.size > 0 ? { cookie: all() } : {}),
      ...more,
    });
    for (const given of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  };
  return {
    get: (path: string, more?: Record<string, string>) => call('GET', path, undefined, more),
    post: (path: string, body: unknown = {}, more?: Record<string, string>) => call('POST', path, body, more),
    /** Returns the `Cookie` header with only the session cookie, or '' without a session. */
    cookie: () => {
      const name = sessionCookieName();
      return jar.has(name) ? `${name}=${jar.get(name)}` : '';
    },
    cookies: all,
    keepSession: (secret: string) => jar.set(sessionCookieName(), secret),
    forgetSession: () => jar.delete(sessionCookieName()),
    keepCookie: (name: string, value: string) => jar.set(name, value),
  };
}

export type Browser = ReturnType<typeof createBrowser>;

let people = 0;

/** Returns valid input for a registration, with a new e-mail address. */
export function registration(overrides: Record<string, unknown> = {}) {
  people += 1;
  return {
    plan: {
      frequency: 1,
      paymentDay: 31,
      items: [
        { productCode: 'day-pads', quantity: 2 },
        { productCode: 'night-pads', quantity: 1 },
      ],
    },
    details: { firstName: 'Mali', lastName: 'Suk', phone: '0812345678' },
    email: `person${people}@example.test`,
    password: 'correct horse',
    locale: 'en',
    consent: true,
    ...overrides,
  };
}

export const DELIVERY = {
  address: '1 Soi 2 Sukhumvit Road',
  subdistrict: 'Khlong Toei',
  district: 'Khlong Toei',
  province: 'Bangkok',
  postalCode: '10110',
};

/** Calls steps 1 to 3 of a registration. */
export async function registerUpToPayment(
  world: World,
  overrides: Record<string, unknown> = {},
  browser = createBrowser(world),
) {
  const wish = registration(overrides);
  const started = await browser.post('/api/register', wish);
  if (started.status !== 200) throw new Error(`not registered: ${JSON.stringify(started.body)}`);
  const delivered = await browser.post('/api/register/delivery', DELIVERY);
  if (delivered.status !== 200) throw new Error(`not delivered: ${JSON.stringify(delivered.body)}`);
  return { browser, email: wish.email, started: started.body.data, delivered: delivered.body.data };
}

/**
 * Creates a registration that waits for its payment, with its session. It is a copy of the first one of the world: its
 * messages are sent.
 */
export async function createRegistration(world: World) {
  const { email, details } = registration();
  const walked: Browser[] = [];
  const { accountId } = await plantCopy(
    world,
    `unpaid ${world.sandboxUrl}`,
    { email, phone: details.phone },
    async () => {
      walked.push((await registerUpToPayment(world, { email })).browser);
      const [account] = await world.db.select().from(accounts).where(eq(accounts.emailNorm, email));
      await settleWithoutMail(world, account?.id ?? '');
      return { accountId: account?.id ?? '' };
    },
  );
  return { browser: walked[0] ?? (await browserOf(world, accountId)), email };
}

/** Returns a browser with the session that a registration starts. */
async function browserOf(world: World, accountId: string): Promise<Browser> {
  const browser = createBrowser(world);
  const session = { device: null, method: 'registration' } as const;
  const start = (tx: Tx) => startSession(tx, world.now(), accountId, session);
  browser.keepSession(await transaction(world.db, start));
  return browser;
}

interface SubscriberWish {
  card?: TestCard;
  registration?: Record<string, unknown>;
}

/** Registers a subscriber over HTTP and pays for the first order by card. */
export async function registerSubscriber(world: World, { card, registration }: SubscriberWish = {}) {
  const { browser, email } = await registerUpToPayment(world, registration);
  const paid = await browser.post('/api/register/payment/card', {
    cardToken: await createCardToken(card ?? GOOD_CARD),
  });
  if (paid.body.data?.outcome !== 'paid') throw new Error(`not paid: ${JSON.stringify(paid.body)}`);
  return { browser, email, orderId: paid.body.data.orderId as string };
}

/**
 * Creates a subscriber who has registered and paid for the first order by card, with the session of the registration.
 * Without a wish it is a copy of the first such subscriber of the world, whose browser knows its device: its webhooks are settled and its messages sent.
 */
export async function createSubscriber(world: World, wish: SubscriberWish = {}) {
  if (Object.keys(wish).length > 0) return registerSubscriber(world, wish);
  const { email, details } = registration();
  const walked: Browser[] = [];
  const person = await plantCopy(
    world,
    `registered ${world.sandboxUrl}`,
    { email, phone: details.phone },
    async () => {
      const made = await registerSubscriber(world, { registration: { email } });
      walked.push(made.browser);
      const [account] = await world.db.select().from(accounts).where(eq(accounts.emailNorm, email));
      const accountId = account?.id ?? '';
      await settleWithoutMail(world, accountId);
      return { orderId: made.orderId, accountId };
    },
  );
  const browser = walked[0] ?? (await browserOf(world, person.accountId));
  return { browser, email, orderId: person.orderId };
}
