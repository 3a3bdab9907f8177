import type { Verdict } from '../errors';
import type { PriceList } from '../quote';
import {
  canActAsSubscriber,
  canChangeDeliveries,
  canChangeDetails,
  canChangePlan,
  type SubscriberFacts,
} from '../subscription';
import { changeAddress, removeOrderAddress, setOrderAddress } from './address';
import { changeBox, changeOrderBox, restoreOrderBox } from './box';
import type { Decision, PlanFacts } from './decision';
import { moveOrder, skipOrder } from './deliveries';
import { changeFrequency, changePaymentDay, pause, resume } from './schedule';

interface PlanRow<Input> {
  /** Name of the audit event; null if the status change of the order is the whole record. */
  what: string | null;
  /** Decides from the state of the subscription whether the change is allowed. */
  rule: (facts: SubscriberFacts) => Verdict;
  decide: (facts: PlanFacts, input: Input, prices: PriceList) => Decision;
}

/** All changes of a plan that a subscriber, a member of the staff or a link can request. */
export const PLAN_CHANGES = {
  skip: { what: null, rule: canActAsSubscriber, decide: skipOrder },
  move: { what: 'order.moved', rule: canChangeDeliveries, decide: moveOrder },
  box: { what: 'subscription.box_changed', rule: canChangePlan, decide: changeBox },
  orderBox: { what: 'order.box_changed', rule: canChangeDeliveries, decide: changeOrderBox },
  usualBox: { what: 'order.box_changed', rule: canChangeDeliveries, decide: restoreOrderBox },
  address: { what: 'subscription.address_changed', rule: canChangeDetails, decide: changeAddress },
  orderAddress: { what: 'order.address_changed', rule: canChangeDeliveries, decide: setOrderAddress },
  usualAddress: { what: 'order.address_changed', rule: canChangeDeliveries, decide: removeOrderAddress },
  frequency: { what: 'subscription.frequency_changed', rule: canChangePlan, decide: changeFrequency },
  paymentDay: { what: 'subscription.payment_day_changed', rule: canChangePlan, decide: changePaymentDay },
  pause: { what: 'subscription.paused', rule: canChangeDeliveries, decide: pause },
  resume: { what: 'subscription.resumed', rule: canChangeDeliveries, decide: resume },
} satisfies Record<string, PlanRow<never>>;

export type PlanChangeKind = keyof typeof PLAN_CHANGES;

/** What a change needs from its caller. A resumption needs nothing. */
export type PlanInput<Kind extends PlanChangeKind> = (typeof PLAN_CHANGES)[Kind]['decide'] extends (
  facts: PlanFacts,
  input: infer Input,
  ...rest: never
) => unknown
  ? unknown extends Input
    ? object
    : Input
  : object;
