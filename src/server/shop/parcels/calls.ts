import { askAgainAt, AWAY_AFTER_TRIES, type ParcelProblem } from '@/domain/parcel';
import { systemNow } from '../../platform/clock';
import type { FulfilmentAnswer } from '../../gateways/mycloud/calls';
import {
  createParcel,
  fetchParcel,
  findParcels,
  type ParcelReport,
  type ParcelToSend,
} from '../../gateways/mycloud/parcels';
import { log } from '../../platform/log';
import { absentFrom, type Claim } from './claims';
import type { Shipment } from './report';

/**
 * The result of a call to the fulfilment service for a claimed parcel: the report of the service or, without
 * a report, the change to write. `isTwice`: the service has the parcel twice, and an operator must stop one
 * of the two.
 */
export type Outcome = { report: ParcelReport; isTwice: boolean } | { change: Partial<Shipment> };

const isLeased = ({ leaseUntil }: Claim) => systemNow() < leaseUntil;

/**
 * Polls or requests a claimed parcel at the fulfilment service. Makes no call after the lease has expired.
 */
export function callFulfilment(now: Date, claim: Claim): Promise<Outcome> {
  const { before, parcel } = claim;
  if (!isLeased(claim)) return Promise.resolve({ change: { checkAt: now, requestedAt: before.requestedAt } });
  return parcel ? send(now, claim, parcel) : poll(now, claim, before.externalId ?? '');
}

async function poll(now: Date, claim: Claim, externalId: string): Promise<Outcome> {
  const answer = await fetchParcel(externalId);
  if (answer.kind === 'ok') return { report: answer.value, isTwice: false };
  if (answer.kind === 'refused' && answer.code === 'not_found')
    return { change: { checkAt: null, problem: 'not_found' } };
  return retryLater(now, claim);
}

/**
 * Requests a parcel from the fulfilment service. If the parcel was requested before, first searches the
 * service's list. A missing parcel is requested again when no earlier request can still be in progress.
 */
async function send(now: Date, claim: Claim, parcel: ParcelToSend): Promise<Outcome> {
  const { requestedAt } = claim.before;
  if (requestedAt !== null) {
    const found = await findParcels(parcel.orderNumber);
    if (found.kind !== 'ok') {
      const isEndless = found.kind === 'unavailable' && found.why === 'LIST_TOO_LONG';
      return isEndless ? stop(claim, 'unclear') : retryLater(now, claim);
    }
    const [one, other] = found.value;
    // An operator may have sent another parcel after the request.
    if (one) return { report: one, isTwice: other !== undefined || claim.before.status !== 'preparing' };
    if (now < absentFrom(requestedAt)) return retryAt(claim, absentFrom(requestedAt));
    // The fulfilment service never received the parcel, and need not send it.
    if (!claim.isWanted) return { change: { checkAt: null, requestedAt: null, problem: null, tries: 0 } };
  }
  const answer = await createParcel(parcel, () => isLeased(claim));
  return answer.kind === 'ok' ? { report: answer.value, isTwice: false } : refusal(now, claim, answer);
}

function refusal(
  now: Date,
  claim: Claim,
  answer: Exclude<FulfilmentAnswer<ParcelReport>, { kind: 'ok' }>,
): Outcome {
  const code = answer.kind === 'refused' ? answer.code : answer.why;
  log.warn('parcels.not_taken', { orderId: claim.before.orderId, provider: 'mycloud', code });
  if (answer.kind === 'refused' && answer.code !== 'duplicate')
    return stop(claim, answer.code === 'not_found' ? 'refused' : answer.code);
  const maybeDone = answer.kind === 'refused' || answer.maybeDone;
  return maybeDone ? retryAt(claim, absentFrom(now), now) : retryLater(now, claim);
}

const retryLater = (now: Date, claim: Claim) => retryAt(claim, askAgainAt(claim.before.tries + 1, now));

/**
 * Returns the outcome that schedules another try at `checkAt`.
 * @param requestedAt the time of the last request that the service may have received; default: unchanged
 */
function retryAt({ before }: Claim, checkAt: Date, requestedAt = before.requestedAt): Outcome {
  const tries = before.tries + 1;
  return {
    change: { tries, checkAt, requestedAt, ...(tries >= AWAY_AFTER_TRIES && { problem: 'away' as const }) },
  };
}

/** Returns the outcome that stops automatic requests of a parcel, because another request would fail too. */
function stop({ before }: Claim, problem: ParcelProblem): Outcome {
  return { change: { checkAt: null, problem, tries: 0, requestedAt: before.requestedAt } };
}
