import { CANCEL_OFFER_KINDS, REASON_GROUPS } from '@/domain/cancel-offer';
import { CARD_STATUSES } from '@/domain/card';
import { DECLINE_REASON_CODES } from '@/domain/decline';
import { LOCALES } from '@/domain/locale';
import { PAID_BOX_STATES } from '@/domain/parcel';
import { SHOWN_PAYMENT_STATUSES } from '@/domain/payment';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { PAYMENT_METHODS, SUBSCRIPTION_STATUSES } from '@/domain/subscription';
import { accountAnswer, profileAnswer } from '@/schemas/answers/account';
import { wordsAnswer } from '@/schemas/answers/parts';
import {
  bankAccountAnswer,
  cardAnswer,
  chargeAnswer,
  pendingPaymentAnswer,
} from '@/schemas/answers/payments';
import {
  cancelOfferAnswer,
  cancelReasonsAnswer,
  subscriptionAnswer,
  yearAheadAnswer,
} from '@/schemas/answers/subscription';
import { YEAR_AHEAD_STATES } from '@/domain/year-ahead';
import { builder, type GraphqlContext } from './builder';
import { enumFrom, objectFrom } from './from-schema';

type Products = Awaited<ReturnType<GraphqlContext['api']['catalogue']['products']>>;
type Plans = Awaited<ReturnType<GraphqlContext['api']['catalogue']['plans']>>;

enumFrom('Locale', LOCALES);
enumFrom('SubscriptionStatus', SUBSCRIPTION_STATUSES);
enumFrom('CardStatus', CARD_STATUSES);
enumFrom('CancelReasonCode', CANCEL_REASONS);
enumFrom('CancelOfferKind', CANCEL_OFFER_KINDS);
enumFrom('ReasonGroup', REASON_GROUPS);
enumFrom('PaidBoxState', PAID_BOX_STATES);
enumFrom('PaymentStatus', SHOWN_PAYMENT_STATUSES);
enumFrom('PaymentMethod', PAYMENT_METHODS);
enumFrom('DeclineReason', DECLINE_REASON_CODES);
enumFrom('ChargeOutcome', ['paid', 'action_required', 'pending', 'declined']);

const WordsType = objectFrom('Words', wordsAnswer);
const BoxItemType = objectFrom('BoxItem', subscriptionAnswer.shape.items.element);

export const BoxItemInput = builder.inputType('BoxItemInput', {
  fields: (t) => ({ productCode: t.string({ required: true }), quantity: t.int({ required: true }) }),
});

objectFrom('Pause', subscriptionAnswer.shape.pause.unwrap());
objectFrom('PriceNotice', subscriptionAnswer.shape.priceNotice.unwrap());

/** The GraphQL type of a subscription. The name `Subscription` is reserved for GraphQL's root type. */
export const SubscriptionType = objectFrom('BoxSubscription', subscriptionAnswer);
export const AccountType = objectFrom('Account', accountAnswer);

objectFrom('Address', profileAnswer.shape.delivery.unwrap());
export const ProfileType = objectFrom('Profile', profileAnswer);
export const CardType = objectFrom('Card', cardAnswer);
objectFrom('ChargedBankAccount', subscriptionAnswer.shape.bankAccount.unwrap());
export const BankAccountType = objectFrom('BankAccount', bankAccountAnswer);
export const PendingPaymentType = objectFrom('PendingPayment', pendingPaymentAnswer);
export const CancelReasonType = objectFrom('CancelReason', cancelReasonsAnswer.shape.reasons.element);

enumFrom('OrderAheadState', YEAR_AHEAD_STATES);
export const OrderAheadType = objectFrom('OrderAhead', yearAheadAnswer.shape.orders.element);

objectFrom('CancelOffer', cancelOfferAnswer.shape.offer.unwrap());

objectFrom('Charge', chargeAnswer);

export const ProductType = builder.objectRef<Products[number]>('Product').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.string({
      description: 'In the caller’s language.',
      resolve: async ({ name }, _args, { ctx }) => name[await ctx.learnLocale()],
    }),
    names: t.field({ type: WordsType, resolve: ({ name }) => name }),
    pieces: t.exposeInt('pieces', { nullable: true, description: 'Null for a pack of other products.' }),
    lengthMm: t.exposeInt('lengthMm', {
      nullable: true,
      description: 'The length of a piece in millimetres. Null for a pack of other products.',
    }),
    listPrice: t.exposeInt('listPrice'),
    price: t.exposeInt('price', { description: 'For subscribers.' }),
  }),
});

export const PlanType = builder.objectRef<Plans[number]>('Plan').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.string({
      description: 'In the caller’s language.',
      resolve: async ({ name }, _args, { ctx }) => name[await ctx.learnLocale()],
    }),
    names: t.field({ type: WordsType, resolve: ({ name }) => name }),
    items: t.expose('items', { type: [BoxItemType] }),
    freeDelivery: t.exposeBoolean('freeDelivery'),
    listPrice: t.exposeInt('listPrice'),
    boxPrice: t.exposeInt('boxPrice'),
  }),
});
