import { askAgainAt, AWAY_AFTER_TRIES, type ParcelProblem } from '@/domain/parcel';
import { systemNow } from '../platform/clock';
import type { FulfilmentAnswer } from '../gateways/mycloud/calls';
import {
  createParcel,
  fetchParcel,
  findParcels,
  type ParcelReport,
  type ParcelToSend,
} from '../gateways/mycloud/parcels';
import { log } from '../platform/log';
import { absentFrom, type Claim } from './claims';
import type { Shipment } from './report';

/**
 * What came of asking about a claimed parcel: what fulfilment reports of it, or what to write without a report.
 * `isTwice`: fulfilment has two, and an operator has to stop one.
 */
export type Outcome = { report: ParcelReport; isTwice: boolean } | { change: Partial<Shipment> };

const isLeased = ({ leaseUntil }: Claim) => systemNow() < leaseUntil;

/** Asks fulfilment about a claimed parcel: where it is, or to take it. Asks nothing once the lease has run out. */
export function callFulfilment(now: Date, claim: Claim): Promise<Outcome> {
  const { before, parcel } = claim;
  if (!isLeased(claim)) return Promise.resolve({ change: { checkAt: now, askedAt: before.askedAt } });
  return parcel ? send(now, claim, parcel) : look(now, claim, before.externalId ?? '');
}

async function look(now: Date, claim: Claim, externalId: string): Promise<Outcome> {
  const answer = await fetchParcel(externalId);
  if (answer.kind === 'ok') return { report: answer.value, isTwice: false };
  if (answer.kind === 'refused' && answer.code === 'not_found')
    return { change: { checkAt: null, problem: 'not_found' } };
  return away(now, claim);
}

/**
 * Asks for a parcel. If it was asked for before, fulfilment's list is searched first, and the parcel is asked for again
 * only when no earlier request can be under way any more.
 */
async function send(now: Date, claim: Claim, parcel: ParcelToSend): Promise<Outcome> {
  const { askedAt } = claim.before;
  if (askedAt !== null) {
    const found = await findParcels(parcel.orderNumber);
    if (found.kind !== 'ok') {
      const isEndless = found.kind === 'unavailable' && found.why === 'LIST_TOO_LONG';
      return isEndless ? stop(claim, 'unclear') : away(now, claim);
    }
    const [one, other] = found.value;
    if (one) return { report: one, isTwice: other !== undefined };
    if (now < absentFrom(askedAt)) return askAgain(claim, absentFrom(askedAt));
    // Fulfilment never got it, and the order was refunded.
    if (!claim.isWanted) return { change: { checkAt: null, askedAt: null, problem: null, tries: 0 } };
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
  return maybeDone ? askAgain(claim, absentFrom(now), now) : away(now, claim);
}

const away = (now: Date, claim: Claim) => askAgain(claim, askAgainAt(claim.before.tries + 1, now));

/** @param askedAt when a request was last sent that fulfilment may have; left out: none was sent now */
function askAgain({ before }: Claim, checkAt: Date, askedAt = before.askedAt): Outcome {
  const tries = before.tries + 1;
  return {
    change: { tries, checkAt, askedAt, ...(tries >= AWAY_AFTER_TRIES && { problem: 'away' as const }) },
  };
}

/** Certainly not taken, and asking again by itself would change nothing. */
function stop({ before }: Claim, problem: ParcelProblem): Outcome {
  return { change: { checkAt: null, problem, tries: 0, askedAt: before.askedAt } };
}
