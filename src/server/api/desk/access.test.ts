import { expect, test } from 'vitest';
import { mayDo, needsProof, STAFF_ROLES, type StaffAction } from '@/domain/staff';
import { logInAs } from '@/testing/callers';
import { createBrowser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { BODY_MAX_BYTES, refuseCardData } from '../body';
import { handleApi } from '../handler';
import { deskRouter } from './root';

/* Walks every procedure of the desk with every role. */

const world = withWorld();

const PROCEDURES = Object.entries(deskRouter._def.procedures).map(([name, procedure]) => {
  const { meta, type } = (
    procedure as unknown as { _def: { meta?: { action: StaffAction | null }; type: 'query' | 'mutation' } }
  )._def;
  return { name, action: meta?.action, kind: type };
});
const OPEN = [
  ...['entry.requestPasskey', 'entry.logIn', 'entry.requestLink', 'entry.logInWithCode', 'entry.invitation'],
  ...['entry.requestJoinPasskey', 'entry.joinWithPasskey', 'entry.requestJoinApp', 'entry.joinWithApp'],
  'entry.logOut',
];

test('every procedure of the desk names an action of the role table, or is a way in', () => {
  expect(PROCEDURES.filter(({ action }) => action === undefined)).toEqual([]);
  const open = PROCEDURES.filter(({ action }) => action === null).map(({ name }) => name);
  expect(open.toSorted()).toEqual(OPEN.toSorted());
});

test('no field of the desk has a name that is refused as card data', () => {
  const fields = Object.entries(deskRouter._def.procedures).flatMap(([name, procedure]) => {
    const { inputs } = (procedure as unknown as { _def: { inputs: { shape?: object }[] } })._def;
    return inputs.flatMap(({ shape = {} }) => Object.keys(shape).map((field) => ({ name, field })));
  });
  expect(fields.length).toBeGreaterThan(50);
  for (const { name, field } of fields)
    expect(() => refuseCardData({ [field]: '12' }), `${name}: ${field}`).not.toThrow();
});

test('every other procedure refuses visitors and subscribers', async () => {
  const subscriber = createBrowser(world);
  const { cookie } = await logInAs(world, await plantSubscriber(world));
  subscriber.keepSession(cookie.split('=')[1] ?? '');
  // The secret of a subscriber's session is no session of the desk.
  subscriber.keepCookie('desk-session', cookie.split('=')[1] ?? '');
  for (const browser of [createBrowser(world), subscriber])
    for (const { name, kind } of PROCEDURES.filter(({ action }) => action !== null))
      expect([name, (await callDesk(browser, name, { kind })).code]).toEqual([name, 'NOT_LOGGED_IN']);
});

test.each(STAFF_ROLES)('%s reaches exactly the procedures of the role table', async (role) => {
  const browser = await memberBrowser(world, role);
  for (const { name, action, kind } of PROCEDURES) {
    if (!action) continue;
    // Input that every schema refuses: a permitted call ends there, before it changes anything.
    const { code } = await callDesk(browser, name, { kind, input: { unknown: true } });
    const isRefused = code === 'NOT_ALLOWED';
    expect([name, isRefused]).toEqual([name, !mayDo(role, action)]);
  }
});

test('ten minutes after the log-in, exactly the changes of sensitive actions need a proof of identity', async () => {
  const browser = await memberBrowser(world, 'owner');
  await pass(world, { minutes: 10 });
  for (const { name, action, kind } of PROCEDURES) {
    if (!action) continue;
    const { code } = await callDesk(browser, name, { kind, input: { unknown: true } });
    expect([name, code === 'PROOF_REQUIRED']).toEqual([name, needsProof(action, kind)]);
  }
  const proven = PROCEDURES.filter(({ action, kind }) => action && needsProof(action, kind));
  expect(proven.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['team.invite', 'team.inviteAgain', 'team.changeRole', 'team.remove', 'team.createToken'],
      ...[
        'team.revokeToken',
        'money.refund',
        'money.confirmRefund',
        'parcels.refund',
        'catalogue.savePrices',
      ],
      ...['operation.pauseBilling', 'operation.maintenance', 'operation.incident', 'operation.createCode'],
    ]),
  );
});

/** Sends a call with a body of four megabytes. @returns its status and the number of bytes that were read */
async function sendHuge(name: string, cookie = ''): Promise<{ status: number; read: number }> {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        read += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(32));
        if (read >= 4 * 1024 * 1024) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'application/json', cookie };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  const { status } = await handleApi(new Request(`http://localhost:3999/api/desk/${name}`, init));
  return { status, read };
}

const LARGE = ['money.importStatement', 'money.previewStatement', 'moving.add', 'bulk.add'];

test('reads at most 64 kB of a call, and nothing of a file before the role is known', async () => {
  for (const { name } of PROCEDURES.filter(({ name }) => !LARGE.includes(name))) {
    const { status, read } = await sendHuge(name);
    expect([name, status, read <= BODY_MAX_BYTES + 16_384]).toEqual([name, 413, true]);
  }
  const [warehouse, finance] = [
    await memberBrowser(world, 'warehouse'),
    await memberBrowser(world, 'finance'),
  ];
  expect(await sendHuge('money.importStatement')).toEqual({ status: 401, read: 0 });
  expect(await sendHuge('money.importStatement', warehouse.cookies())).toEqual({ status: 403, read: 0 });
  // A batch has the limit of all calls, whatever the role.
  const batch = await sendHuge('money.importStatement,entry.logOut?batch=1', finance.cookies());
  expect([batch.status, batch.read <= BODY_MAX_BYTES + 16_384]).toEqual([413, true]);
  expect(await sendHuge('money.importStatement', finance.cookies())).toEqual({
    status: 400,
    read: 4 * 1024 * 1024,
  });
});

test('a session of the desk is none of the shop', async () => {
  const browser = await memberBrowser(world, 'owner');
  browser.keepSession(/desk-session=([^;]+)/.exec(browser.cookies())?.[1] ?? '');
  expect((await browser.get('/api/me')).status).toBe(401);
});
