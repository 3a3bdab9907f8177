import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld } from '../test-world';

const BASE = 'http://sandbox.test/bank';

type World = ReturnType<typeof openWorld>;

async function transfer({ sandbox }: World, body: unknown) {
  const answer = await sandbox.fetch(`${BASE}/transfers`, { method: 'POST', body: JSON.stringify(body) });
  return {
    status: answer.status,
    body: (await answer.json()) as { data?: { id: string }; message?: string },
  };
}

const statement = async ({ sandbox }: World) =>
  (await sandbox.fetch(`${BASE}/statement.csv`)).text().then((text) => text.split('\r\n'));

test('the statement lists a received transfer in baht, on its day in Bangkok, with its own id', async () => {
  const world = openWorld();
  const first = await transfer(world, { amount: 37_525, reference: 'IRA 1' });
  const second = await transfer(world, { amount: 37_525, reference: 'IRA 1' });
  expect(first.status).toBe(200);
  expect(first.body.data?.id).not.toBe(second.body.data?.id);
  expect(await statement(world)).toEqual([
    'line_id,date,time,amount,reference',
    `${first.body.data?.id},2026-11-20,09:00:00,375.25,IRA 1`,
    `${second.body.data?.id},2026-11-20,09:00:00,375.25,IRA 1`,
    '',
  ]);
});

test('a transfer may have a past or future day, and the statement is in order of time', async () => {
  const world = openWorld();
  await transfer(world, { amount: 100, reference: 'now' });
  await transfer(world, { amount: 100_000_050, reference: 'before', date: '2026-11-18' });
  const [, one, two] = await statement(world);
  expect(one).toMatch(/,2026-11-18,12:00:00,1000000\.50,before$/);
  expect(two).toMatch(/,2026-11-20,09:00:00,1\.00,now$/);
  const since = await world.sandbox.fetch(`${BASE}/statement.csv?from=2026-11-19`);
  expect((await since.text()).split('\r\n').slice(1)).toEqual([two, '']);
});

test('the CSV export writes commas, quotes, line ends and Thai as in RFC 4180', async () => {
  const world = openWorld();
  await transfer(world, { amount: 5, reference: 'ค่ากล่อง, "IRA"\n2' });
  const text = await (await world.sandbox.fetch(`${BASE}/statement.csv`)).text();
  expect(text).toContain(',0.05,"ค่ากล่อง, ""IRA""\n2"\r\n');
});

test.each([
  [{ amount: 0, reference: 'x' }],
  [{ amount: 12.5, reference: 'x' }],
  [{ amount: '100', reference: 'x' }],
  [{ amount: 100 }],
  [{ amount: 100, reference: 'x', date: '2026-02-30' }],
  [{ amount: 100, reference: 'x', date: 'today' }],
])('an invalid transfer is rejected and not recorded: %j', async (body) => {
  const world = openWorld();
  expect((await transfer(world, body)).status).toBe(400);
  expect(await statement(world)).toHaveLength(2);
});

test('transfers survive a restart and are deleted by a reset', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  try {
    const before = openWorld({}, folder);
    await transfer(before, { amount: 100, reference: 'kept' });
    before.sandbox.close();
    const after = openWorld({}, folder);
    expect((await statement(after))[1]).toMatch(/,kept$/);
    await after.control('POST', '/reset');
    expect(await statement(after)).toHaveLength(2);
    after.sandbox.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the form records a transfer and shows errors', async () => {
  const world = openWorld();
  const fill = (body: string) => world.sandbox.fetch(BASE, { method: 'POST', body, redirect: 'manual' });
  expect((await fill('amount=375.25&reference=IRA+1&date=')).status).toBe(303);
  expect((await fill('amount=lots&reference=IRA+1')).status).toBe(400);
  const shown = await (await world.sandbox.fetch(BASE)).text();
  expect(shown).toContain('฿375.25');
  expect(await statement(world)).toHaveLength(3);
});

test('the bank supports faults like any provider, and the journal has its calls', async () => {
  const world = openWorld();
  const fault = {
    service: 'bank',
    op: 'GET /statement.csv',
    kind: 'status',
    times: 1,
    args: { status: 503 },
  };
  await world.control('POST', '/faults', fault);
  expect((await world.sandbox.fetch(`${BASE}/statement.csv`)).status).toBe(503);
  expect((await world.sandbox.fetch(`${BASE}/statement.csv`)).status).toBe(200);
  const journal = (await world.control('GET', '/journal?service=bank')).body.data;
  expect(journal).toHaveLength(2);
});
