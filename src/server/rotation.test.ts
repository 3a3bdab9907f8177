import { readdirSync, readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { parseDay } from '@/domain/day';
import type { Settings } from '@/settings/shape';
import { createTraveller, lineInbox, MALI, plantFriend, plantIdentity, walkToLine } from '@/testing/line';
import { callAuth, linkMailedTo } from '@/testing/link-requests';
import { gatewayCharges } from '@/testing/providers';
import { hint } from '@/testing/parcels';
import { codeOf } from '@/testing/account-caller';
import { createBrowser, createSubscriber, DELIVERY, registration } from '@/testing/browser';
import { plantMember } from '@/testing/desk';
import { forgetEverybody } from '@/testing/forget-everybody';
import { pass, payWith, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { erasePerson } from './subscriber/account/erasure';
import { findDevice, rememberDevice } from './login/devices';
import { transaction } from './db';
import { accounts, staff } from './db/schema';
import { pushToLine } from './gateways/line/push';
import { fetchParcel } from './gateways/mycloud/parcels';
import { writeOrderLinks } from './lifecycle/order-links';
import { showRepair } from './subscriber/message-links/repair-page';
import { SECRET_USES } from './platform/app-secret';
import { createEndpoint, sendTest } from './desk/acts/webhooks';
import { claimDeliveries, sendDelivery } from './work/webhooks/send-deliveries';
import { isFormerCustomer } from './shop/rewards/former-customers';
import { listUnsealedApps, renewAppSecret, takeCode } from './login/staff/authenticator-app';

const MAIL_SECRET = 'mail-secret-before-0';
const NEW_SECRET = 'the-new-secret-of-more-than-thirty-two-letters';

const world = withWorld({ settings: { MAIL_WEBHOOK_SECRET: MAIL_SECRET } });

let undo: (() => void)[] = [];
afterEach(async () => {
  for (const one of undo.reverse()) one();
  undo = [];
  await forgetEverybody(world);
});

type Rotated = {
  [Name in keyof Settings]-?: NonNullable<Settings[Name]> extends string[] ? Name : never;
}[keyof Settings];

/**
 * Puts a new secret before the present one, or in its place.
 * @returns the present one
 */
function rotate(name: Rotated, replacement: string, keep: 'both' | 'new' = 'both'): string {
  const current = settings();
  const before = current[name] ?? [];
  const [present = ''] = before;
  current[name] = keep === 'both' ? [replacement, present] : [replacement];
  undo.push(() => {
    current[name] = before;
  });
  return present;
}

describe('during a rotation, a provider that knows only the earlier credential is still called with', () => {
  test("the gateway's secret key, and charges once", async () => {
    const person = await plantRegistration(world);
    rotate('OMISE_SECRET_KEY', 'skey_test_next');
    await payWith(world, person);
    expect((await gatewayCharges(world)).map(({ amount }) => amount)).toEqual([37525]);
  });

  test('the secret of the LINE Login channel, which may have signed the id token', async () => {
    const { accountId } = await plantSubscriber(world);
    await plantIdentity(world, accountId, MALI.subject);
    const logIn = () => walkToLine(world, createTraveller(world), MALI, { intent: 'login' });
    rotate('LINE_LOGIN_CHANNEL_SECRET', 'line-secret-next');
    expect(await logIn()).not.toContain('line=failed');
    rotate('LINE_LOGIN_CHANNEL_SECRET', 'line-secret-next', 'new');
    expect(await logIn()).toContain('line=failed');
  });

  test('the access token of the LINE messaging channel, and delivers once', async () => {
    const { accountId } = await plantSubscriber(world);
    const to = await plantFriend(world, accountId);
    const push = { to, retryKey: crypto.randomUUID(), message: { type: 'text', text: 'Hello' } };
    rotate('LINE_MESSAGING_ACCESS_TOKEN', 'line-token-next');
    expect(await pushToLine(push)).toEqual({ kind: 'sent' });
    expect(await lineInbox(world, to)).toHaveLength(1);
  });

  test('both keys of fulfilment', async () => {
    rotate('MYCLOUD_API_KEY', 'mycloud-key-next');
    rotate('MYCLOUD_SECRET_KEY', 'mycloud-secret-next');
    expect(await fetchParcel('nothing')).toEqual({ kind: 'refused', code: 'not_found' });
  });
});

test('callers may use either of our secrets during a rotation, and no third', async () => {
  const parcel = { order_number: 'ord_nothing', status: 'SHIPPED' };
  const earlier = {
    operator: rotate('OPERATOR_TOKEN', 'operator-token-next'),
    mail: rotate('MAIL_WEBHOOK_SECRET', 'mail-secret-next-00'),
    parcels: rotate('MYCLOUD_WEBHOOK_SECRET', 'mycloud-webhook-next'),
  };
  const statuses = async (operator: string, mail: string, parcels: string) => {
    const authorization = `Bearer ${operator}`;
    const answers = [
      await world.request('GET', '/api/metrics', undefined, { authorization }),
      await world.request('POST', `/api/webhooks/mail/${mail}`, { events: [] }),
      await hint(world, parcel, parcels),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await statuses(earlier.operator, earlier.mail, earlier.parcels)).toEqual([200, 200, 200]);
  expect(await statuses('operator-token-next', 'mail-secret-next-00', 'mycloud-webhook-next')).toEqual([
    200, 200, 200,
  ]);
  expect(await statuses('operator-token-none', 'mail-secret-none-00', 'mycloud-webhook-none')).toEqual([
    401, 401, 401,
  ]);
});

test('operations.md has every use of APP_SECRET, and one file of the product reads it', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').split(/^Every use of `APP_SECRET`.*$/m)[1] ?? '';
  const table = rows.slice(0, rows.indexOf('Links to pay'));
  const documented = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  expect(documented.map(([, use]) => use).toSorted()).toEqual(SECRET_USES.toSorted());

  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const withoutComments = (file: string) =>
    readFileSync(`src/${file}`, 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  expect(files.filter((file) => withoutComments(file).includes('APP_SECRET')).toSorted()).toEqual([
    'server/platform/app-secret.ts',
    'settings/defaults.ts',
    'settings/shape.ts',
  ]);
});

describe('data written under the earlier APP_SECRET', () => {
  test('leaves members with an authenticator app their way in, and is sealed again by their next code', async () => {
    const { staffId, email } = await plantMember(world, 'support');
    const secret = await transaction(world.db, async (tx) => {
      const [member] = await tx.select().from(staff).where(eq(staff.id, staffId));
      return member ? (await renewAppSecret(tx, member)).secret : '';
    });
    const enter = () =>
      transaction(world.db, async (tx) => {
        const [member] = await tx.select().from(staff).where(eq(staff.id, staffId)).for('update');
        const app = new TOTP({ secret: Secret.fromBase32(secret) });
        if (member)
          await takeCode(tx, world.now(), member, app.generate({ timestamp: world.now().getTime() }));
      });

    rotate('APP_SECRET', NEW_SECRET);
    expect(await listUnsealedApps(world.ctx())).toEqual({ left: [email], lost: [] });
    await enter();
    expect(await listUnsealedApps(world.ctx())).toEqual({ left: [], lost: [] });
    rotate('APP_SECRET', NEW_SECRET, 'new');
    await pass(world, { minutes: 1 });
    await enter();
    rotate('APP_SECRET', `${NEW_SECRET}, another`, 'new');
    expect(await listUnsealedApps(world.ctx())).toEqual({ left: [], lost: [email] });
    await pass(world, { minutes: 1 });
    expect(await codeOf(enter())).toBe('LOGIN_CODE_INCORRECT');
  });

  test('is renewed at the next event: the secret of a webhook', async () => {
    const operator = { ...world.ctx(), operator: 'operator' };
    const { endpointId } = await createEndpoint(operator, {
      url: 'http://127.0.0.1:1/',
      types: [],
      personal: false,
    });
    const send = async () => {
      await sendTest(operator, endpointId);
      for (const one of await claimDeliveries(world.ctx(), {})) await sendDelivery(world.ctx(), one);
    };
    rotate('APP_SECRET', NEW_SECRET);
    await send();
    rotate('APP_SECRET', NEW_SECRET, 'new');
    expect(await codeOf(send())).toBe('accepted');
    rotate('APP_SECRET', `${NEW_SECRET}, another`, 'new');
    await expect(send()).rejects.toThrow('cannot be opened');
  });

  test('does not include the links of orders: they outlive the earlier secret', async () => {
    const { orderId } = await createSubscriber(world);
    const links = [{ orderId, action: 'fix', paymentDate: parseDay('2026-12-31') }] as const;
    const [token = ''] = await transaction(world.db, (tx) => writeOrderLinks(tx, world.now(), links));
    rotate('APP_SECRET', NEW_SECRET, 'new');
    expect(await codeOf(showRepair(world.ctx(), token))).toBe('accepted');
  });

  test('is recognised until that secret is removed: a browser, a login code, a former customer', async () => {
    const customer = await plantSubscriber(world, { phone: '0811111111' });
    await transaction(world.db, async (tx) => {
      const [account] = await tx.select().from(accounts).where(eq(accounts.id, customer.accountId));
      if (account) await erasePerson(tx, world.now(), account, { keepsContact: false });
    });
    const friend = await plantRegistration(world, { phone: '0811111111' });
    const owner = { emailNorm: friend.email, id: friend.accountId, emailVerifiedAt: null };
    const cookie = rememberDevice(null, owner);
    await callAuth(world, 'requestMagicLink', { email: friend.email });
    const mailed = await linkMailedTo(world, friend.email);
    const isKnown = (one: string) => findDevice(one, friend.email)?.isOf(owner) ?? false;

    rotate('APP_SECRET', NEW_SECRET);
    expect(isKnown(cookie)).toBe(true);
    const renewed = rememberDevice(cookie, owner);
    const elsewhere = await callAuth(world, 'openMagicLink', { token: mailed.token });
    expect(elsewhere.data).toMatchObject({ loggedIn: false, code: mailed.code });
    expect(await isFormerCustomer(world.db, friend.accountId)).toBe(true);
    const used = await callAuth(world, 'useMagicLink', { email: friend.email, code: mailed.code });
    expect(used.code).toBe('ok');

    rotate('APP_SECRET', NEW_SECRET, 'new');
    expect([isKnown(cookie), isKnown(renewed)]).toEqual([false, true]);
    expect(await isFormerCustomer(world.db, friend.accountId)).toBe(false);
  });

  test('returns the stored response of a repeated request, with and without a session', async () => {
    const wish = registration();
    const key = { 'idempotency-key': 'rotated' };
    const browser = createBrowser(world);
    const first = await browser.post('/api/register', wish, key);
    const change = () => browser.post('/api/register/delivery', DELIVERY, { 'idempotency-key': 'again' });
    const changed = await change();
    rotate('APP_SECRET', NEW_SECRET);
    const again = await createBrowser(world).post('/api/register', wish, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect((await change()).body).toEqual(changed.body);
    const records = await world.db.execute(sql`select 1 from idempotency_records`);
    expect(records).toHaveLength(2);
  });
});
