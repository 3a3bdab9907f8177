import { expect, test } from 'vitest';
import { createCircuit } from '@/server/gateways/circuit';
import type { HttpAnswer } from '@/server/gateways/http';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { payFirstOrder } from '@/server/money/checkout/first-payment';
import { deepTest } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { countCalls, gatewayCalls, gatewayCharges, clearFaults, injectFault } from '@/testing/providers';
import { catchUpParcels } from '@/testing/parcels';
import { GOOD_CARD } from '@/testing/browser';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { attemptsOf, goTo, pass, plantRegistration, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { runBilling } from './run';

const world = withWorld();

const DUE = 40;
/**
 * The maximum number of calls that are in progress when the circuit opens, which needs five calls without a
 * response.
 */
const UNDER_WAY_MAX = 20;
const run = () => runBilling(world.ctx());
const renewals = async () =>
  (await gatewayCharges(world)).filter(({ transactionIndicator }) => transactionIndicator === 'MIT');
const attempts = async () => {
  const rows = await world.db.query.chargeAttempts.findMany();
  return rows.filter(({ trigger }) => trigger === 'billing_run' || trigger === 'retry');
};

deepTest(
  'calls a gateway rarely while it returns errors for two hours, then charges every order exactly once',
  async () => {
    const person = await plantSubscriber(world);
    await world.sandbox.settled();
    await runJobs();
    await cloneSubscriber(world, person, DUE - 1);
    await goTo(world, '2026-12-31', '00:00');
    await catchUpParcels(world);
    await run();
    await goTo(world, '2026-12-31', '09:00');
    const registering = await plantRegistration(world);
    const token = await createCardToken(GOOD_CARD);
    const planted = await countCalls(world, 'POST /charges');
    const chargesSent = async () => (await countCalls(world, 'POST /charges')) - planted;
    const error = { kind: 'status', args: { status: 500 } };
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', ...error, args: { status: 500, after: true }, times: 2 });
    await injectFault(world, { op: '*', ...error, times: 'always' });

    await run();
    const sent = await chargesSent();
    expect(sent).toBeLessThanOrEqual(UNDER_WAY_MAX);
    const written = await attempts();
    expect(written.filter(({ status }) => status === 'unknown')).toHaveLength(sent);

    // A subscriber's own charge is not sent, and pages do not read the gateway.
    const before = await gatewayCalls(world);
    const paying = payFirstOrder(world.ctx(), registering.accountId, token);
    expect(await refusalOf(paying)).toBe('CHECKOUT_FAILED');
    expect(await attemptsOf(world, registering.accountId)).toEqual([]);
    await settleAndGetRegistration(world.ctx(), registering.accountId);
    expect(await gatewayCalls(world)).toBe(before);

    for (let minutes = 0; minutes < 120; minutes += 10) {
      await pass(world, { minutes: 10 });
      await run();
    }
    expect(await chargesSent()).toBe(sent);
    expect((await gatewayCalls(world)) - before).toBeLessThanOrEqual(12);
    expect(await attempts()).toHaveLength(written.length);

    await clearFaults(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await pass(world, { minutes: 5 });
    await run();
    expect((await renewals()).length).toBeGreaterThanOrEqual(DUE - sent + 2);
    const lists = await countCalls(world, 'GET /charges');
    await pass(world, { hours: 1 });
    await run();
    expect((await countCalls(world, 'GET /charges')) - lists).toBeLessThanOrEqual(2);
    expect((await renewals()).filter(({ status }) => status === 'successful')).toHaveLength(DUE - sent + 2);

    await goTo(world, '2027-01-01', '09:30');
    await run();
    await goTo(world, '2027-01-03', '09:00');
    await run();
    const charged = await renewals();
    expect(charged).toHaveLength(DUE);
    expect(new Set(charged.map(({ metadata }) => metadata.orderId)).size).toBe(DUE);
    await runJobs();
    await expectInvariants(world);
  },
);

test('after an outage allows one probe among all processes, then one write, then all calls', async () => {
  const answered: HttpAnswer = { kind: 'answered', status: 200, body: {} };
  const lost: HttpAnswer = { kind: 'failed', maybeDone: true, why: 'HTTP_500' };
  let sent = 0;
  const send = (answer: HttpAnswer) => () => {
    sent += 1;
    return Promise.resolve(answer);
  };
  const processes = Array.from({ length: 3 }, () => {
    const circuit = createCircuit('fulfilment', () => circuit.call('read', send(answered)));
    return circuit;
  });
  const callAll = async (kind: 'read' | 'write', answer: HttpAnswer) => {
    sent = 0;
    const fourOf = (one: (typeof processes)[number]) =>
      Array.from({ length: 4 }, () => one.call(kind, send(answer)));
    await Promise.all(processes.flatMap(fourOf));
    return sent;
  };
  // Each process counts fewer than five calls without a response.
  for (const n of [0, 1, 2, 0, 1]) await processes[n]?.call('write', send(lost));
  expect(await callAll('read', answered)).toBe(0);
  await pass(world, { seconds: 31 });
  expect(await callAll('read', lost)).toBe(1);
  await pass(world, { seconds: 61 });
  // The probe is a read. After it one waiting write is sent.
  expect(await callAll('write', answered)).toBeGreaterThanOrEqual(2);
  expect(await callAll('write', answered)).toBe(12);
});
