import { expect, test } from 'vitest';
import { idOf, openWorld } from '../test-world';

type Wire = Record<string, unknown>;
type World = ReturnType<typeof openWorld>;

const DAY_MS = 86_400_000;
const listed = async (world: World, path: string) => (await world.api('GET', path)).body.data as Wire[];
const statement = async (world: World) =>
  (await world.sandbox.fetch('http://sandbox.test/bank/statement.csv')).text();

/** A world with a payment of Friday, 20 November 2026, at 9:00. */
async function paid(payoutFaults: string[] = []) {
  const world = openWorld();
  await world.control('POST', '/omise/settings', { payoutFaults });
  const id = idOf(await world.charge({ customer: await world.customer(), amount: 100_000 }));
  return { world, id };
}

test('what was paid is transferred on the first bank day after a day, less the fees of card and transfer', async () => {
  const { world, id } = await paid();
  expect((await world.api('GET', `/charges/${id}`)).body).toMatchObject({
    fee: 3_650,
    fee_vat: 256,
    net: 96_094,
  });
  expect((await world.api('GET', '/balance')).body).toMatchObject({ total: 96_094, transferable: 0 });
  world.pass(3 * DAY_MS);
  expect(await listed(world, '/transfers')).toMatchObject([
    {
      amount: 96_094,
      fee: 2_804,
      fee_vat: 196,
      net: 93_094,
      sent: true,
      paid: false,
      created_at: '2026-11-22T23:00:00Z',
    },
  ]);
  expect(await statement(world)).not.toContain('OMISE');
  world.pass(DAY_MS + 3_600_000);
  const [transfer] = await listed(world, '/transfers');
  expect(transfer).toMatchObject({ paid: true, paid_at: '2026-11-24T03:00:00Z' });
  expect(await statement(world)).toContain(',2026-11-24,10:00:00,930.94,OMISE CO LTD');
  expect((await listed(world, '/transactions')).map(({ key, amount }) => [key, amount])).toEqual([
    ['charge.captured.net', 96_094],
    ['transfer.created.debit', 96_094],
  ]);
  expect((await world.api('GET', '/balance')).body).toMatchObject({ total: 0 });
});

test('the receipt of a month has the fees of its charges and transfers', async () => {
  const { world } = await paid();
  world.pass(20 * DAY_MS);
  expect(await listed(world, '/receipts')).toMatchObject([
    {
      issued_on: '2026-12-01',
      charge_fee: 3_650,
      transfer_fee: 2_804,
      subtotal: 6_454,
      vat: 452,
      total: 6_906,
    },
  ]);
});

test.each([
  ['split', [{ amount: 48_047 }, { amount: 48_047 }]],
  ['fee', [{ fee: 2_805, net: 93_093 }]],
  ['short', [{ net: 93_094 }]],
  ['late', [{ paid: false, failure_code: null }]],
])('a transfer can be faulty: %s', async (fault, transfers) => {
  const { world } = await paid([fault]);
  world.pass(5 * DAY_MS);
  expect(await listed(world, '/transfers')).toMatchObject(transfers);
  if (fault === 'short') expect(await statement(world)).toContain(',930.93,OMISE');
});

test('a failed transfer is back on the balance two days later, and is sent again', async () => {
  const { world } = await paid(['failed']);
  world.pass(6 * DAY_MS);
  const [failed, again] = await listed(world, '/transfers');
  expect(failed).toMatchObject({ paid: false, failure_code: 'transfer_failed' });
  expect(again).toMatchObject({ amount: 96_094, failure_code: null });
});

test('a withdrawn dispute gives the amount back before its status changes', async () => {
  const { world, id } = await paid();
  const act = (body: Wire) => world.control('POST', `/omise/charges/${id}`, body);
  await act({ action: 'dispute', status: 'open' });
  await act({ action: 'withdraw' });
  expect((await listed(world, '/transactions')).map(({ key }) => key)).toEqual([
    ...['charge.captured.net', 'dispute.started.debit', 'dispute.won.credit'],
  ]);
  expect(await listed(world, '/disputes')).toMatchObject([{ status: 'open' }]);
});
