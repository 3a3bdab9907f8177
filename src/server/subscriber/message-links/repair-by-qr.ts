import { and, eq } from 'drizzle-orm';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { isRepairable, repairQrEndsAt } from '@/domain/order-link';
import { appEndsAt, platformOf, type PayApp } from '@/domain/pay-app';
import { openStateOf } from '@/domain/pay-now';
import { totalsOf } from '../../money/charging/expected-total';
import { payNow, type Payment, type Standing } from '../../money/charging/pay-now';
import { insertQrAttempt, type QrRequest } from '../../money/charging/qr-attempts';
import { forgetListedMeans, offeredApps } from '../../money/payment-links/offered-means';
import { transaction } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { voidQrCodes } from '../../lifecycle/attempts';
import { lockSubscription } from '../../lifecycle/locks';
import { orderLinkUrl } from '../../lifecycle/order-links';
import type { Ctx } from '../../platform/context';
import { countTogether } from '../../platform/throttle';
import { stateOf, type Repair } from './find-repair';
import { liveRepair, requireRepair, viewRepair, type LinkCtx, type RepairView } from './repair-page';

/**
 * Creates a PromptPay QR code for the order of a repair link. The card stays the payment method of later orders. It
 * is not retried while the code can be scanned; afterwards the retry schedule goes on. A code that can be scanned
 * already is shown again. An open 3-D Secure challenge of the order is abandoned.
 * @param options `expectedTotal`: the total that was shown, in satang; `address`: the caller's IP address
 * @returns the order; without a QR code if the order cannot be paid now
 * @throws AppError NOT_FOUND, TOTAL_CHANGED, THROTTLED, CHECKOUT_FAILED if the gateway created no code
 */
export async function repairByQr(
  ctx: LinkCtx,
  token: string,
  { expectedTotal, address }: { expectedTotal?: Satang; address: string },
): Promise<RepairView> {
  const found = await requireRepair(ctx, token);
  await countRepair(ctx, found, address);
  if (!isRepairable(stateOf(found))) return viewRepair(ctx, token);
  const { facts } = await payNow(ctx, qrRepair(token, found, expectedTotal));
  if (facts.open === 'live') await holdRetry(ctx, facts.found);
  return viewRepair(ctx, token);
}

/**
 * Starts the payment of the order of a repair link in a banking app or a wallet, with the rules of `repairByQr`. The
 * same app is answered with the payment that waits there. What waits elsewhere is read and ended first.
 * @param request `locale`: the language of the page that the app returns to; `device`: the `User-Agent` header;
 *   otherwise as for `repairByQr`
 * @returns the order; `app` is null if the order cannot be paid now, or the app is not offered any more
 * @throws AppError NOT_FOUND, TOTAL_CHANGED, THROTTLED, CHECKOUT_FAILED if the gateway created no charge
 */
export async function repairByApp(
  ctx: LinkCtx,
  token: string,
  request: { app: PayApp; expectedTotal?: Satang; locale: Locale; address: string; device: string | null },
): Promise<RepairView> {
  const found = await requireRepair(ctx, token);
  await countRepair(ctx, found, request.address);
  const { app, expectedTotal, locale, device } = request;
  const isOffered = (await offeredApps(ctx.now, found.order.total)).includes(app);
  if (!isRepairable(stateOf(found)) || !isOffered) return viewRepair(ctx, token);
  const wanted = { name: app, platform: platformOf(device), returnUri: orderLinkUrl(locale, 'fix', token) };
  const { facts } = await payNow(ctx, qrRepair(token, found, expectedTotal, wanted));
  if (facts.open === 'live') await holdRetry(ctx, facts.found);
  const after = await viewRepair(ctx, token);
  if (isRepairable(after.state) && !after.app) forgetListedMeans();
  return after;
}

const countRepair = ({ db }: Ctx, { order }: Repair, address: string) =>
  countTogether(db, [
    { name: 'qrAddress', subject: address },
    { name: 'qrLink', subject: order.id },
  ]);

type Repairing = Standing & { found: Repair };

/** Pays the order by QR code, or in an app. Of one order at most one of them is open. */
function qrRepair(
  token: string,
  before: Repair,
  expectedTotal: Satang | undefined,
  app?: QrRequest['app'],
): Payment<Repairing> {
  return {
    accountId: before.order.accountId,
    purpose: 'repair',
    expectedTotal,
    read: async (db, { now, locked }) =>
      qrStanding(locked ? await requireRepair({ db, now }, token) : before, now, app?.name ?? null),
    write: async (tx, now, { facts: { found, open }, step }) => {
      if (step.do !== 'charge') return { result: null };
      if (open === 'elsewhere') await voidQrCodes(tx, now, [found.order.id]);
      const attemptNo = found.attemptsMade + 1;
      const until = repairQrEndsAt(now);
      const expiresAt = (app && appEndsAt(app.name, now, until)) ?? until;
      const qr = { linkId: null, attemptNo, expiresAt, holdsRetry: true, app };
      return { qr: await insertQrAttempt(tx, now, found.order, qr) };
    },
  };
}

function qrStanding(found: Repair, now: Date, app: PayApp | null): Repairing {
  const { order, open: attempt } = found;
  const isUncharged = !isRepairable(stateOf(found));
  const isOver = liveRepair(found, now) === null;
  const isElsewhere = attempt?.app !== app || (app !== null && isOver);
  const open = openStateOf(attempt, { isSame: false, isOver, isElsewhere });
  return { means: app ? 'app' : 'qr', open, attempt, totals: totalsOf(order), isUncharged, found };
}

/** Makes the retries wait for a QR code, or a payment in an app, that the page of a payment link created. */
async function holdRetry({ db }: Ctx, { open, subscription }: Repair): Promise<void> {
  if (!open || open.holdsRetry) return;
  await transaction(db, async (tx) => {
    await lockSubscription(tx, subscription.id);
    await tx
      .update(chargeAttempts)
      .set({ holdsRetry: true })
      .where(and(eq(chargeAttempts.id, open.id), eq(chargeAttempts.status, 'action_required')));
  });
}
