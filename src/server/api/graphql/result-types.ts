import { LATER_ORDERS } from '@/domain/order-now';
import {
  updateDetailsAnswer,
  updateEmailAnswer,
  updateMessagesAnswer,
  meAnswer,
} from '@/schemas/answers/account';
import { magicLinkSentAnswer } from '@/schemas/answers/log-in';
import { skipAnswer, taxInvoiceAnswer } from '@/schemas/answers/orders';
import {
  bankLinkStartAnswer,
  cardsAndChargeAnswer,
  cardsAnswer,
  convertCardAnswer,
  convertOfflineAnswer,
  paymentLinkAnswer,
} from '@/schemas/answers/payments';
import {
  cancelAnswer,
  cancelOfferAnswer,
  orderNowAnswer,
  reactivateAnswer,
  subscriptionViewAnswer,
} from '@/schemas/answers/subscription';
import { firstOf } from './connections';
import { enumFrom, objectFrom } from './from-schema';
import { OrderConnectionType } from './order-types';
import { OrderAheadType } from './types';

/* The GraphQL types of the results of mutations. */

/** The field `yearAhead` of the result of every change that has a preview. */
const YEAR_AHEAD = {
  type: [OrderAheadType] as [typeof OrderAheadType],
  nullable: true,
  description: 'Only in a preview: the orders of the next twelve months after the change.',
} as const;

objectFrom('SubscriptionView', subscriptionViewAnswer, {
  description: 'The subscription and its next three orders, as they now are; in a preview, as they would be.',
  fields: (t) => ({
    upcomingOrders: t.field({
      type: OrderConnectionType,
      args: { first: t.arg.int({ defaultValue: 3, required: true }) },
      resolve: ({ upcomingOrders }, { first }) => firstOf(upcomingOrders, first),
    }),
    yearAhead: t.field({ ...YEAR_AHEAD, resolve: ({ yearAhead }) => yearAhead }),
  }),
});

enumFrom('LaterOrders', LATER_ORDERS);
objectFrom('OrderedNow', orderNowAnswer, {
  fields: (t) => ({
    upcomingOrders: t.field({
      type: OrderConnectionType,
      resolve: ({ upcomingOrders }) => firstOf(upcomingOrders, 3),
    }),
    yearAhead: t.field({ ...YEAR_AHEAD, resolve: ({ yearAhead }) => yearAhead }),
  }),
});

objectFrom('SkippedOrder', skipAnswer, {
  fields: (t) => ({
    upcoming: t.field({ type: OrderConnectionType, resolve: ({ upcoming }) => firstOf(upcoming, 3) }),
  }),
});

objectFrom('TaxInvoiceOrder', taxInvoiceAnswer);
objectFrom('CancelledSubscription', cancelAnswer);
objectFrom('CancelOfferResult', cancelOfferAnswer);
objectFrom('ReactivatedSubscription', reactivateAnswer);
objectFrom('MessageChoice', updateMessagesAnswer);
objectFrom('EmailChange', updateEmailAnswer);
objectFrom('UpdatedDetails', updateDetailsAnswer);
objectFrom('CardsAndCharge', cardsAndChargeAnswer);
objectFrom('Cards', cardsAnswer);
objectFrom('ConvertedToCard', convertCardAnswer);
objectFrom('StartedBankLink', bankLinkStartAnswer);
objectFrom('ConvertedToOffline', convertOfflineAnswer);
objectFrom('BankDetails', paymentLinkAnswer.shape.bankDetails);
objectFrom('PaymentLink', paymentLinkAnswer);
objectFrom('MagicLinkSent', magicLinkSentAnswer);
objectFrom('LoggedIn', meAnswer);
