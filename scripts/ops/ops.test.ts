import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { accounts, auditEvents } from '@/server/db/schema';
import { beginBulk } from '@/server/subscriber/bulk/run-bulk';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { applyCode } from '@/server/subscriber/account/apply-code';
import { accountOf } from '@/testing/account-caller';
import { backUp } from '@/testing/backup';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges, injectFault } from '@/testing/providers';
import { createSubscriber } from '@/testing/browser';
import { ordersOf, plantRegistration, plantSubscriber, pointsOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { runCommand } from './run-command';

let folder: string;
const world = withWorld();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ira-ops-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  code: number;
  out: string;
  err: string;
  json: { status: string; message?: string; data?: Record<string, unknown> };
}

/** Parses the standard output if it is a JSON object. Otherwise returns an empty object. */
const jsonIn = (out: string) => (out.startsWith('{') ? JSON.parse(out) : {}) as Ran['json'];

/** Runs a command in this process, which is faster than starting a process. */
async function ops(args: string[]): Promise<Ran> {
  let [out, err] = ['', ''];
  const code = await runCommand(args, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    lend: (work) => work(world.db),
  });
  return { code, out, err, json: jsonIn(out) };
}

/** The time limit in ms for starting a process. A start takes a second or two, on a busy machine half a minute. */
const STARTS_MS = 240_000;

/** Runs a command as a separate process, as `npm run ops` does. */
function startOps(args: string[], over: Record<string, string> = {}): Promise<Ran> {
  const { PATH, HOME } = process.env;
  const { DATABASE_URL, OMISE_API_URL, SITE_URL } = settings();
  const env = { PATH, HOME, ENV_FILE: '', DATA_DIR: folder, DATABASE_URL, OMISE_API_URL, SITE_URL, ...over };
  return new Promise((resolve) => {
    const options = { env: env as unknown as NodeJS.ProcessEnv };
    execFile(process.execPath, ['scripts/start/run.mjs', 'ops', ...args], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err, json: jsonIn(out) });
    });
  });
}

async function payer() {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

test(
  'refund exits with 0 when done, 2 when refused and 1 when uncertain, and records the operator of --as',
  async () => {
    const { orderId, accountId } = await payer();
    const part = await ops(['refund', orderId, '--amount', '100', '--json', '--as', 'nok']);
    expect(part).toMatchObject({
      code: 0,
      err: '',
      json: { status: 'ok', data: { amount: 10_000, left: 27_525 } },
    });
    const [charge] = await gatewayCharges(world, accountId);
    expect(charge?.refunds.map(({ amount }) => amount)).toEqual([10_000]);
    const tooMuch = await ops(['refund', orderId, '--amount', '300', '--refunded', '100']);
    expect(tooMuch).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^refused: ฿300\.00 is more/) as string,
    });
    await injectFault(world, { op: 'POST /charges/{id}/refunds', kind: 'reset', args: { after: true } });
    const lost = await ops(['refund', orderId, '--json']);
    expect(lost).toMatchObject({ code: 1, json: { status: 'failed', data: { status: 'unknown' } } });
    const actors = (await world.db.select().from(auditEvents)).map(({ actor }) => actor);
    expect(actors).toContain('operator:nok');
  },
  STARTS_MS,
);

test('stuck and timeline print one JSON object on standard output, or text', async () => {
  const { email } = await payer();
  const stuck = await ops(['stuck', '--json']);
  expect(stuck.code).toBe(0);
  expect(Object.keys(stuck.json.data ?? {})).toEqual(
    expect.arrayContaining(['unknownAttempts', 'manualRefunds', 'jobs']),
  );
  const timeline = await ops(['timeline', email]);
  expect(timeline.code).toBe(0);
  expect(timeline.out).toMatch(/2026-11-20 \d\d:\d\d:\d\d {2}order\.paid +฿375\.25/);
  expect(await ops(['timeline', 'nobody@example.test', '--json'])).toMatchObject({
    code: 2,
    json: { status: 'refused' },
  });
});

test('import-statement imports a file and refuses one that is no statement', async () => {
  const path = join(folder, 'statement.csv');
  writeFileSync(path, 'line_id,date,amount,reference\r\nX1,2026-11-20,375.25,nobody knows\r\n');
  const imported = await ops(['import-statement', path, '--json']);
  expect(imported).toMatchObject({
    code: 0,
    json: { data: { unknown: [{ row: 2, status: 'unknown_reference' }] } },
  });
  writeFileSync(path, 'hello');
  expect((await ops(['import-statement', path])).code).toBe(2);
  expect((await ops(['import-statement', join(folder, 'gone.csv')])).code).toBe(2);
  expect((await ops(['import-statement', 'http://127.0.0.1:2/bank/statement.csv'])).code).toBe(1);
});

test('code creates, lists and ends a discount code, and refuses one that could never be used', async () => {
  const create = (code: string, ...more: string[]) =>
    ops(['code', 'create', code, ...more, '--json', '--as', 'nok']);
  const terms = ['--percent', '10', '--until', '2026-11-30', '--uses', '2'];
  const made = {
    code: 'AUTUMN',
    discount: { kind: 'percent', value: 10 },
    from: '2026-11-20',
    until: '2026-11-30',
  };
  expect(await create('autumn', ...terms)).toMatchObject({
    code: 0,
    json: { data: { ...made, state: 'valid' } },
  });
  expect((await create('BAHT', '--amount', '50.50', '--from', '2026-12-01')).json.data).toMatchObject({
    discount: { kind: 'amount', value: 5_050 },
    state: 'planned',
  });
  for (const [args, why] of [
    [['Autumn', '--percent', '5'], 'exists already'],
    [['X', '--percent', '101'], 'at most 100'],
    [['X', '--percent', '0'], 'above 0'],
    [['X', '--amount', '0'], 'above 0'],
    [['X', '--percent', '5', '--uses', '0'], '1 or more'],
    [['X', '--percent', '5', '--from', '2026-12-02', '--until', '2026-12-01'], 'is after the last day'],
    [['X', '--percent', '5', '--until', '2026-11-19'], 'in the past'],
    [['X', '--percent', '5', '--amount', '5'], 'either --percent or --amount'],
    [['X', '--percent', '1.5'], 'no whole number'],
    [['IRA-ABC234', '--percent', '5'], 'invitation code'],
    [[' ', '--percent', '5'], 'one line'],
  ] as const) {
    const { code, json } = await create(...(args as unknown as [string]));
    expect([code, json.status, json.message]).toEqual([2, 'refused', expect.stringContaining(why)]);
  }
  const { accountId } = await plantRegistration(world);
  const caller = { address: '198.51.100.7', device: null };
  const quote = () => applyCode(world.ctx(), { accountId, locale: 'en', caller }, { code: 'autumn' });
  expect((await quote()).totals?.codeDiscount).toBeGreaterThan(0);
  await payFirstOffline(world.ctx(), accountId);
  const listed = (await ops(['code', 'list', '--json'])).json.data?.codes;
  expect(listed).toMatchObject([
    { code: 'BAHT', uses: 0 },
    { ...made, uses: 1, usesMax: 2, state: 'valid' },
  ]);
  await world.setNow(new Date(world.now().getTime() + 1000));
  expect((await ops(['code', 'end', 'AUTUMN'])).out).toMatch(/AUTUMN +10 % .* 1 of 2 +ended/);
  expect((await ops(['code', 'end', 'AUTUMN'])).err).toContain('ended on 2026-11-20');
  expect((await ops(['code', 'end', 'NOTHING'])).err).toContain('There is no discount code NOTHING');
  const audits = (await world.db.select().from(auditEvents)).filter(({ what }) => what.startsWith('code.'));
  expect(audits.map(({ what, subject, actor }) => [what, subject, actor])).toEqual([
    ['code.created', 'AUTUMN', 'operator:nok'],
    ['code.created', 'BAHT', 'operator:nok'],
    ['code.ended', 'AUTUMN', 'operator'],
  ]);
});

test('bulk rehearses, makes, stops, continues and takes back a change of a group, and refuses what is unclear', async () => {
  const people = [await plantSubscriber(world), await plantSubscriber(world)];
  const points = () => Promise.all(people.map(({ accountId }) => pointsOf(world, accountId)));
  const before = await points();
  const path = join(folder, 'group.csv');
  writeFileSync(path, `email\r\n${people[0]?.email}\r\n${people[1]?.accountId}\r\nunknown@example.test\r\n`);
  const rehearsed = await ops(['bulk', 'points', '50', '--subscribers', path, '--json', '--as', 'nok']);
  const bulkId = String(rehearsed.json.data?.bulkId);
  // One line names no subscriber, so that the exit code is 2.
  expect(rehearsed).toMatchObject({
    code: 2,
    json: { data: { state: 'rehearsed', counts: { ready: 2 }, leftOut: [{ line: 4, code: 'NOT_FOUND' }] } },
  });
  expect(await points()).toEqual(before);
  expect((await ops(['bulk', bulkId, 'stop'])).code).toBe(2);

  // The command was killed before its first set, and another one stops its work.
  await beginBulk({ ...world.ctx(), operator: 'operator:nok' }, { bulkId, work: 'run' });
  expect((await ops(['bulk', bulkId, 'stop'])).out).toContain('stopped, ');
  expect((await ops(['bulk', bulkId, 'continue'])).out).toContain('stopped, ');
  expect(await points()).toEqual(before);
  await beginBulk({ ...world.ctx(), operator: 'operator:nok' }, { bulkId, work: 'run' });
  const done = await ops(['bulk', bulkId, 'continue']);
  expect(done.out).toMatch(/points 50: done, 3 of 3\n[^]* done +2\n[^]*line 4 +There’s no such subscriber/);
  expect(await points()).toEqual(before.map((count) => count + 50));
  expect((await ops(['bulk', bulkId, 'run'])).code).toBe(2);
  expect((await ops(['bulk', bulkId, 'undo', '--json'])).json.data?.state).toBe('undone');
  expect(await points()).toEqual(before);

  const fitting = await ops(['bulk', 'move', '3', '--method', 'card', '--language', 'en', '--json']);
  const filter = { method: 'card', language: 'en' };
  expect(fitting.json.data).toMatchObject({ change: { kind: 'move', days: 3 }, filter, state: 'rehearsed' });
  for (const [words, why] of [
    [['points', '50'], 'either --subscribers, --all'],
    [['points', '50', '--all', '--method', 'card'], 'either --subscribers, --all'],
    [['points', 'many', '--all'], 'change.points'],
    [['move', '0', '--all'], 'change.days'],
    [['pause', '2027-02-30', '--all'], 'change.until'],
    [['swap', 'day-pads', 'day-pads', '--all'], 'change'],
    [['points', '50', '--postcode', 'x'], 'filter.postcode'],
    [['price', '50', '--all'], 'no change price'],
    [[bulkId, 'again'], 'no step again'],
    [['blk_never', 'run'], 'couldn’t find'],
  ] as const) {
    const { code, err } = await ops(['bulk', ...words]);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
  }
  expect((await ops(['bulk'])).out).toMatch(/points 50 +undone/);
});

test('refuses a mistake on the command line with the usage and changes nothing', async () => {
  const { orderId, accountId } = await payer();
  for (const args of [
    ['refund', orderId, '--amount', 'all'],
    ['maintenance', 'perhaps'],
  ]) {
    const { code, err } = await ops(args);
    expect([code, err]).toEqual([2, expect.stringContaining(`npm run ops -- ${args[0]}`)]);
  }
  expect((await ops(['refnd', orderId])).code).toBe(2);
  expect((await ops(['help'])).code).toBe(0);
  expect((await gatewayCharges(world, accountId))[0]?.refunds).toEqual([]);
});

test(
  'fails with one sentence without a database',
  async () => {
    const away = await startOps(['stuck'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(away).toMatchObject({ code: 1, out: '' });
    expect(away.err).toMatch(/^failed: \S.+\n$/);
    expect((await startOps(['stuck', '--json'], { DATABASE_URL: '' })).json).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('DATABASE_URL is not set') as string,
    });
  },
  STARTS_MS,
);

test('erase-again erases accounts that a restored backup brought back', async () => {
  const { browser, email } = await createSubscriber(world);
  const [account] = await world.db.select().from(accounts).where(eq(accounts.email, email));
  const gone = { accountId: account?.id ?? '' };
  const stays = await payer();
  const isThere = async ({ accountId }: { accountId: string }) => {
    const [row] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
    return row?.deletedAt === null && row.email.endsWith('@example.test');
  };
  const restore = await backUp(world);
  await accountOf(browser).delete({ password: 'correct horse' });
  const listed = await ops(['erasures', '--since', '2026-11-20']);
  expect(listed.out).toMatch(new RegExp(`^${gone.accountId} 2026-11-20T\\S+Z\\n$`));
  const list = join(folder, 'erasures.txt');
  const line = { level: 'info', event: 'account.erased', accountId: stays.accountId };
  writeFileSync(list, `${listed.out}acc_neverwas\n`);

  await restore();
  expect(await isThere(gone)).toBe(true);
  const again = await ops(['erase-again', list, '--json']);
  expect(again.json.data).toEqual({
    results: [
      { accountId: gone.accountId, result: 'erased' },
      { accountId: 'acc_neverwas', result: 'absent' },
    ],
  });
  expect(await isThere(gone)).toBe(false);
  expect(await isThere(stays)).toBe(true);
  expect(await ordersOf(world, gone.accountId)).toContainEqual(expect.objectContaining({ status: 'paid' }));
  const twice = await ops(['erase-again', list]);
  expect([twice.code, twice.out]).toEqual([0, expect.stringContaining('already erased')]);

  // Lines of the product's log are also accepted. A file with any other line is refused.
  writeFileSync(list, `${JSON.stringify({ ...line, event: 'order.paid' })}\n`);
  expect((await ops(['erase-again', list])).code).toBe(2);
  expect(await isThere(stays)).toBe(true);
  writeFileSync(list, `${JSON.stringify(line)}\n`);
  expect((await ops(['erase-again', list])).code).toBe(0);
  expect(await isThere(stays)).toBe(false);
});
