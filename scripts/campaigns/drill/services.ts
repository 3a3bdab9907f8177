import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../../src/domain/day';
import { SANDBOX_VALUES } from '../../../src/settings/sandbox-values.mjs';
import { DELIVERY, GOOD_CARD, registration } from '../../../src/testing/browser';
import { createClient } from '../../../src/testing/crashes/http-client';
import { basic, idOf } from '../conformance/calls';
import { root } from '../../start/terminal.mjs';
import { seconds, type Drill, type DrillResult } from './drill';
import { createPackageHost } from './package-host';
import { createContainerHost, finish, outputOf, type ServiceHost } from './service-host';

const BASELINE = 'drizzle/0000_baseline.sql';
const TRIES = 120;

/** A paid order and the log-in of its subscriber. */
interface Purchase {
  email: string;
  password: string;
  orderId: string;
}

/**
 * Starts the services of `compose.yaml` from nothing, replaces those of the commit before by those of this one, and loses
 * and restores the database. A subscriber who paid before each of them must find the order paid, and another must be able to
 * pay afterwards.
 */
export const drillServices: Drill = async (home, { containers }) => {
  const host = containers ? createContainerHost() : createPackageHost(home);
  const rows: DrillResult['rows'] = [['commit', git('describe', '--always', '--dirty')]];
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    console.log(what);
    const began = performance.now();
    const result = await work();
    rows.push([what, seconds(performance.now() - began)]);
    return result;
  };
  try {
    await timed('build', () => host.use(root));
    let bought = await timed('from nothing to a paid order with its receipt', () => startFromNothing(host));
    const before = git('rev-parse', '--short', 'HEAD~1');
    if (spawnSync('git', ['diff', '--quiet', before, 'HEAD', '--', BASELINE], { cwd: root }).status === 0) {
      await host.lose();
      await timed(`build of ${before}, the commit before`, () => host.use(extract(before, home)));
      bought = await timed(`${before} from nothing to a paid order`, () => startFromNothing(host));
      await host.use(root);
      await timed('upgrade to a second paid order', () => upgrade(host, bought));
    } else
      rows.push([
        'upgrade',
        `none: this commit replaces ${BASELINE}, and migrate refuses an earlier database`,
      ]);
    const backup = await timed('backup', () => backUp(host));
    const lost = await buy(host);
    await timed('loss and restore to a third paid order', () => restore(host, backup, bought, lost));
    return { rows, problems: [] };
  } finally {
    await host.lose();
  }
};

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Writes the files of a commit to a folder. */
function extract(commit: string, home: string): string {
  const folder = join(home, commit);
  mkdirSync(folder, { mode: 0o755 });
  const archive = outputOf('git archive', finish(['git', 'archive', commit], { cwd: root }));
  outputOf('tar', finish(['tar', '-x', '-C', folder], { input: archive }));
  return folder;
}

async function startFromNothing(host: ServiceHost): Promise<Purchase> {
  await host.up('postgres');
  await migrate(host);
  await host.up('sandbox');
  outputOf('seed', await host.run('seed'));
  await host.up('web', 'worker', 'caddy', ...host.others);
  const bought = await buy(host);
  const count = [
    'psql',
    '--username=ira',
    '--tuples-only',
    '--command=select count(*) from provider_events',
    'ira',
  ];
  await until('a webhook of the gateway', async () => {
    const printed = outputOf('psql', await host.exec('postgres', count));
    return Number(printed.toString()) > 0;
  });
  await ops(host, 'invariants');
  return bought;
}

const migrate = async (host: ServiceHost, ...options: string[]) =>
  outputOf('migrate', await host.run('migrate', 'dist/migrate.js', ...options));

async function upgrade(host: ServiceHost, bought: Purchase): Promise<void> {
  await migrate(host);
  await host.up('web', 'worker');
  await expectPaid(host, bought);
  await buy(host);
}

async function backUp(host: ServiceHost): Promise<Buffer> {
  const dump = ['pg_dump', '--username=ira', '--format=custom', 'ira'];
  return outputOf('pg_dump', await host.exec('postgres', dump));
}

/** Follows the runbook of docs/operations.md. `lost`: a purchase since the backup, whose money must go back. */
async function restore(host: ServiceHost, backup: Buffer, bought: Purchase, lost: Purchase): Promise<void> {
  const since = dayOf(new Date());
  await host.stop('web', 'worker');
  await host.lose('postgres');
  await host.up('postgres');
  const load = ['pg_restore', '--username=ira', '--dbname=ira', '--exit-on-error'];
  outputOf('pg_restore', await host.exec('postgres', load, backup));
  await ops(host, 'pause');
  await migrate(host, '--release-jobs');
  await host.up('worker');
  await until('reconciliation', async () => {
    const { code } = await host.run('web', 'dist/ops.js', 'reconcile', '--since', since);
    return code === 0;
  });
  await until('the refund of the lost order', async () => (await refundedOrders(host)).has(lost.orderId));
  await ops(host, 'invariants');
  await ops(host, 'resume');
  await host.up('web');
  await expectPaid(host, bought);
  await buy(host);
  await ops(host, 'invariants');
}

const ops = async (host: ServiceHost, ...command: string[]) =>
  outputOf(`ops ${command.join(' ')}`, await host.run('web', 'dist/ops.js', ...command));

/** Registers a subscriber by REST, pays with a card, and waits for the receipt. */
async function buy(host: ServiceHost): Promise<Purchase> {
  const form = { ...registration(), email: `${Date.now()}@example.test` };
  const call = caller(host);
  await call('/api/register', form);
  await call('/api/register/delivery', DELIVERY);
  const cardToken = await createCardToken(host);
  const { outcome, orderId } = await call('/api/register/payment/card', { cardToken });
  if (outcome !== 'paid') throw new Error(`the payment of ${form.email} ended as ${String(outcome)}`);
  await until(`the receipt of ${form.email}`, async () => {
    const response = await fetch(`${host.url('sandbox')}/mail.json?to=${form.email}`);
    const { data } = (await response.json()) as { data: { attachments: unknown[] }[] };
    return data.some(({ attachments }) => attachments.length > 0);
  });
  return { email: form.email, password: form.password, orderId: String(orderId) };
}

async function createCardToken(host: ServiceHost): Promise<string> {
  const card = {
    name: 'TEST',
    number: GOOD_CARD.number,
    expiration_month: 12,
    expiration_year: 2040,
    security_code: '123',
  };
  const response = await fetch(`${host.url('sandbox')}/omise/vault/tokens`, {
    method: 'POST',
    headers: { ...basic(SANDBOX_VALUES.OMISE_PUBLIC_KEY), 'content-type': 'application/json' },
    body: JSON.stringify({ card }),
  });
  return idOf((await response.json()) as Record<string, unknown>);
}

/** Returns the ids of the orders whose charges were refunded at the gateway. */
async function refundedOrders(host: ServiceHost): Promise<Set<string>> {
  const response = await fetch(`${host.url('sandbox')}/_control/omise/charges`);
  const { data } = (await response.json()) as {
    data: { refunds: unknown[]; metadata: { orderId?: string } }[];
  };
  return new Set(
    data.flatMap(({ refunds, metadata }) => (refunds.length > 0 ? (metadata.orderId ?? []) : [])),
  );
}

/** Logs in as a subscriber and reads the order. @throws Error if it is not paid */
async function expectPaid(host: ServiceHost, { email, password, orderId }: Purchase): Promise<void> {
  const call = caller(host);
  await call('/api/login', { email, password });
  const { orders } = await call('/mycloud/orders');
  const listed = orders as { orderId: string; payment: { status: string } | null }[];
  const found = listed.find((order) => order.orderId === orderId);
  if (found?.payment?.status !== 'success') throw new Error(`the order ${orderId} of ${email} is not paid`);
}

/** Returns a client of the REST API. It throws for every status but 200. */
function caller(host: ServiceHost) {
  const { hostname, port } = new URL(host.url('caddy'));
  const client = createClient({}, hostname);
  return async (path: string, body?: unknown) => {
    const { status, code, data } = await client(Number(port), path, '', body);
    if (status !== 200 || data === undefined) throw new Error(`${path}: ${status} ${code ?? ''}`);
    return data;
  };
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1, await sleep(500))
    if (await isDone().catch(() => false)) return;
  throw new Error(`${what} did not come within a minute`);
}
