import { eq } from 'drizzle-orm';
import jpeg from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { SLIP_MAX_BYTES, SLIP_PICTURE_DAYS } from '@/domain/slip';
import { settings } from '@/settings/settings';
import { handleApi } from '@/server/api/handler';
import { transaction } from '@/server/db';
import { auditEvents, bankTransfers, slips } from '@/server/db/schema';
import { confirmTransfer } from '@/server/desk/acts/confirm-transfer';
import { importStatement } from '@/server/desk/acts/import-statement';
import { readSlipPicture } from '@/server/desk/reads/order-cards';
import { purgeExpired } from '@/server/work/jobs/purge';
import { runBilling } from '@/server/work/jobs/run';
import { codeOf, countCodes } from '@/testing/account-caller';
import { expectInvariants } from '@/testing/invariants';
import {
  linkOf,
  listedTransfers,
  moneyOf,
  newestQr,
  openQr,
  plantPending,
  scan,
  slipPictureOf,
  transferAtBank,
} from '@/testing/offline';
import { injectFault } from '@/testing/providers';
import { pass, statusOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { findLinkByToken } from './queries';
import { receiveSlip } from './receive-slip';

const world = withWorld({ cleanup: 'check' });

const VERIFY = { service: 'slipok', op: 'POST /api/line/apikey/{id}' } as const;

const transferred = (person: Planted, change: object = {}, minutes = 1) =>
  transferAtBank(world, person, change, minutes);
const pictureOf = (id: string) => slipPictureOf(world, id);

async function send(person: Planted, id: string, qr: string | null = null) {
  const { token } = await linkOf(world, person);
  const found = await findLinkByToken(world.db, token);
  if (!found) throw new Error('no link');
  return receiveSlip(world.ctx(), found, { picture: await pictureOf(id), qr });
}

const operator = () => ({ ...world.ctx(), operator: 'operator:nok' });
const importNow = async () => {
  const statement = await world.sandbox.fetch(`${world.sandboxUrl}/bank/statement.csv`);
  return importStatement(operator(), await statement.text());
};
/** Imports the statement in a format without times. */
const importUntimed = async () => {
  const statement = await world.sandbox.fetch(`${world.sandboxUrl}/bank/statement.csv?format=detailed`);
  return importStatement(operator(), (await statement.text()).replaceAll(/ \d\d:\d\d,/g, ','));
};

async function without<T>(work: () => Promise<T>): Promise<T> {
  const before = settings().SLIPOK_API_KEY;
  settings().SLIPOK_API_KEY = undefined;
  try {
    return await work();
  } finally {
    settings().SLIPOK_API_KEY = before;
  }
}

describe('a verified slip', () => {
  test('pays its order once, however often it is sent at once, and its later line books nothing', async () => {
    const person = await plantPending(world);
    const id = await transferred(person);
    const states = await Promise.allSettled([send(person, id), send(person, id)]);
    expect(states.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    const { alreadyBooked, unknown } = await importNow();
    expect([alreadyBooked.length, unknown.length]).toEqual([1, 0]);
    expect((await importNow()).alreadyBooked).toHaveLength(1);
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    await expectInvariants(world);
  });

  test('books the line of its transfer that the statement listed without a reference', async () => {
    const person = await plantPending(world);
    const id = await transferred(person);
    expect((await importNow()).unknown).toHaveLength(1);
    expect(await send(person, id)).toBe('booked');
    expect(await listedTransfers(world)).toEqual(['matched']);
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
  });

  test('pays its order beside another slip of the same amount and minute', async () => {
    const [one, two] = [await plantPending(world), await plantPending(world)];
    const [first, second] = [await transferred(one), await transferred(two, {}, 0)];
    expect(await Promise.all([send(one, first), send(two, second)])).toEqual(['booked', 'booked']);
    const { alreadyBooked, doubtful } = await importNow();
    expect([alreadyBooked.length, doubtful.length]).toEqual([2, 0]);
    expect([await moneyOf(world, one), await moneyOf(world, two)]).toEqual([['bank kept'], ['bank kept']]);
  });

  test('is refused for another order', async () => {
    const [one, two] = [await plantPending(world), await plantPending(world)];
    const id = await transferred(one);
    const codes = await countCodes([send(one, id), send(two, id)]);
    expect(codes).toEqual({ accepted: 1, SLIP_USED: 1 });
  });

  test('is left to the staff if a line of its amount and minute is booked for another order, and the other way round', async () => {
    const [one, two] = [await plantPending(world), await plantPending(world)];
    const named = await transferred(one, { reference: one.link.reference });
    expect((await importNow()).matched).toHaveLength(1);
    expect(await send(two, named)).toBe('listed');
    expect(await moneyOf(world, two)).toEqual([]);
    const [three, four] = [await plantPending(world), await plantPending(world)];
    const foreign = await transferred(three, { reference: three.link.reference });
    expect(await send(four, foreign)).toBe('booked');
    expect((await importNow()).doubtful).toHaveLength(1);
    expect(await moneyOf(world, three)).toEqual([]);
  });

  test.each([
    ['of another amount is listed', { amount: 100 }, 'listed', ['wrong_amount']],
    ['of an earlier day is listed', { date: '2026-11-10' }, 'listed', ['doubtful']],
    ['of a transfer to another account is told, and listed nowhere', { elsewhere: true }, 'foreign', []],
  ] as const)('%s', async (_, change, state, listed) => {
    const person = await plantPending(world);
    expect(await send(person, await transferred(person, change))).toBe(state);
    expect(await listedTransfers(world)).toEqual(listed);
    expect(await moneyOf(world, person)).toEqual([]);
  });

  test.each([
    ['with the reference', true],
    ['without a reference', false],
  ])('that the staff decides about and its later line %s are one transfer', async (_, isNamed) => {
    const person = await plantPending(world);
    const reference = isNamed ? person.link.reference : 'thank you';
    expect(await send(person, await transferred(person, { amount: 100, reference }))).toBe('listed');
    for (let imports = 0; imports < 2; imports += 1) {
      await importNow();
      expect(await listedTransfers(world)).toEqual(['wrong_amount']);
    }
    const [line] = await world.db.select().from(bankTransfers);
    expect(line).toMatchObject({ orderId: person.link.orderId, reference });
    expect(line?.format).not.toBeNull();
  });

  test.each(['its line', 'a confirmation by hand'])(
    'that only the staff can compare with the shop’s name pays its order by %s',
    async (by) => {
      const person = await plantPending(world);
      const [before, { reference, amount }] = [settings().BANK_ACCOUNT_NAME, person.link];
      settings().BANK_ACCOUNT_NAME = 'Somewhere else';
      const sent = send(person, await transferred(person, { reference }));
      expect(await sent.finally(() => (settings().BANK_ACCOUNT_NAME = before))).toBe('listed');
      const byHand = { target: reference, amount, paidOn: null, line: null };
      if (by === 'its line') expect((await importNow()).matched).toHaveLength(1);
      else expect((await confirmTransfer(operator(), byHand)).status).toBe('matched');
      expect(await listedTransfers(world)).toEqual(['matched']);
      await importNow();
      expect(await listedTransfers(world)).toEqual(['matched']);
      expect(await moneyOf(world, person)).toEqual(['bank kept']);
    },
  );

  test('that two equal lines may be adds no third transfer', async () => {
    const person = await plantPending(world);
    const id = await transferred(person);
    await transferred(person, {}, 0);
    expect((await importNow()).unknown).toHaveLength(2);
    expect(await send(person, id)).toBe('listed');
    expect(await listedTransfers(world)).toEqual(['doubtful', 'unknown_reference']);
    await importNow();
    expect(await listedTransfers(world)).toEqual(['doubtful', 'unknown_reference']);
  });

  test('and a later line without time or reference may be one transfer: the staff decides about the line', async () => {
    const person = await plantPending(world);
    expect(await send(person, await transferred(person))).toBe('booked');
    for (let imports = 0; imports < 2; imports += 1) {
      expect((await importUntimed()).doubtful).toHaveLength(1);
      expect(await listedTransfers(world)).toEqual(['doubtful', 'matched']);
    }
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
  });

  test('and an earlier line without time or reference may be one transfer: the staff decides about the line', async () => {
    const person = await plantPending(world);
    const id = await transferred(person);
    expect((await importUntimed()).unknown).toHaveLength(1);
    expect(await send(person, id)).toBe('listed');
    expect(await listedTransfers(world)).toEqual(['doubtful']);
    expect(await moneyOf(world, person)).toEqual([]);
  });

  test('of the QR code of the gateway books nothing, and of a transfer that the bank does not know', async () => {
    const person = await plantPending(world);
    const other = await plantPending(world);
    await openQr(world, other);
    const charge = await newestQr(world, other);
    await scan(world, charge);
    expect(await send(person, charge.id)).toBe('gateway');
    expect(await send(person, 'bank_never_made')).toBe('unknown');
    expect(await moneyOf(world, person)).toEqual([]);
  });

  test('is verified again while the provider is away, and then left to the staff', async () => {
    const [one, two] = [await plantPending(world), await plantPending(world)];
    const id = await transferred(one);
    await injectFault(world, { ...VERIFY, kind: 'status', times: 1, args: { status: 500 } });
    expect(await send(one, id)).toBe('checking');
    await pass(world, { minutes: 3 });
    await runBilling(world.ctx());
    expect(await moneyOf(world, one)).toEqual(['bank kept']);
    const late = await transferred(two);
    await injectFault(world, { ...VERIFY, kind: 'status', times: 2, args: { status: 500 } });
    expect(await send(two, late)).toBe('checking');
    // The eighth of nine tries has failed.
    await transaction(world.db, (tx) =>
      tx.update(slips).set({ checks: 8 }).where(eq(slips.state, 'checking')),
    );
    await pass(world, { minutes: 3 });
    await runBilling(world.ctx());
    const [left] = await world.db.select().from(slips).where(eq(slips.linkId, two.link.id));
    expect(left).toMatchObject({ state: 'stored', checkAt: null });
  });
});

test('without a provider a slip claims nothing, stays readable for the staff for 90 days, and counts once', async () => {
  const [one, two] = [await plantPending(world), await plantPending(world)];
  const id = await transferred(one);
  expect(await without(() => send(one, id))).toBe('stored');
  expect(await without(() => codeOf(send(two, id)))).toBe('SLIP_USED');
  expect(await moneyOf(world, one)).toEqual([]);
  const [slip] = await world.db.select().from(slips);
  expect(await readSlipPicture(world.ctx(), slip?.id ?? '')).toMatch(/^data:image\/jpeg;base64,\/9j\//);
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.what, 'slip.received'));
  expect(JSON.stringify(events)).not.toContain(slip?.ref);
  const createdAt = new Date(world.now().getTime() - (SLIP_PICTURE_DAYS + 1) * 86_400_000);
  await transaction(world.db, (tx) => tx.update(slips).set({ createdAt }));
  await purgeExpired(world.ctx());
  expect(await readSlipPicture(world.ctx(), slip?.id ?? '')).toBeNull();
});

describe('a picture', () => {
  const post = async (token: string, body: Buffer) =>
    handleApi(
      new Request(`http://localhost:3999/api/pay/${token}/slip`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'content-type': 'image/jpeg' },
      }),
    );

  test('that is none, is cut, is a bomb or has no code is refused, and one that is too large is not read', async () => {
    const { link } = await plantPending(world);
    const plain = jpeg.encode({ width: 40, height: 40, data: Buffer.alloc(6400, 200) }, 50).data;
    // The header names a picture of 65,535 pixels each way.
    const bomb = Buffer.from(plain);
    const at = bomb.indexOf(Buffer.from([0xff, 0xc0]));
    bomb.set([0xff, 0xff, 0xff, 0xff], at + 5);
    for (const bad of [
      Buffer.from('<svg/>'),
      plain.subarray(0, 300),
      bomb,
      plain,
      Buffer.from([0xff, 0xd8, 0xff]),
    ])
      expect(await (await post(link.token, bad)).json()).toMatchObject({ code: 'SLIP_UNREADABLE' });
    expect((await post(link.token, Buffer.alloc(SLIP_MAX_BYTES + 1, 0xff))).status).toBe(413);
    expect((await post('unknown-token', plain)).status).toBe(404);
  });

  test('is taken from the page, and not after the order was paid', async () => {
    const { link, ...person } = await plantPending(world);
    const picture = await pictureOf(await transferred(person));
    const first = await post(link.token, picture);
    expect(await first.json()).toMatchObject({ status: 'ok', data: { state: 'booked' } });
    expect((await post(link.token, picture)).status).toBe(404);
  });
});
