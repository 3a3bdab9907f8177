import type { z } from 'zod';
import { CARD_STATUSES } from '@/domain/card';
import { LOCALES } from '@/domain/locale';
import { CANCEL_REASONS, SUBSCRIPTION_STATUSES } from '@/domain/subscription';
import type { accountAnswer, profileAnswer } from '@/schemas/answers/account';
import type { cardAnswer, chargeAnswer, pendingPaymentAnswer } from '@/schemas/answers/payments';
import type { wordsAnswer } from '@/schemas/answers/parts';
import type { cancelReasonsAnswer, subscriptionAnswer } from '@/schemas/answers/subscription';
import { builder, type GraphqlContext } from './builder';
import { PaymentMethodType, PaymentStatusType } from './order-types';

type Output<T extends z.ZodType> = z.output<T>;
type Subscription = Output<typeof subscriptionAnswer>;
type Profile = Output<typeof profileAnswer>;
type Products = Awaited<ReturnType<GraphqlContext['api']['catalogue']['products']>>;
type Plans = Awaited<ReturnType<GraphqlContext['api']['catalogue']['plans']>>;

const LocaleType = builder.enumType('Locale', { values: LOCALES });
const SubscriptionStatusType = builder.enumType('SubscriptionStatus', { values: SUBSCRIPTION_STATUSES });
const CardStatusType = builder.enumType('CardStatus', { values: CARD_STATUSES });
const CancelReasonCodeType = builder.enumType('CancelReasonCode', { values: CANCEL_REASONS });
const ChargeOutcomeType = builder.enumType('ChargeOutcome', {
  values: ['paid', 'action_required', 'pending', 'declined'] as const,
});

const WordsType = builder.objectRef<Output<typeof wordsAnswer>>('Words').implement({
  description: 'A text in both languages.',
  fields: (t) => ({ en: t.exposeString('en'), th: t.exposeString('th') }),
});

const BoxItemType = builder.objectRef<Subscription['items'][number]>('BoxItem').implement({
  fields: (t) => ({ productCode: t.exposeString('productCode'), quantity: t.exposeInt('quantity') }),
});

export const BoxItemInput = builder.inputType('BoxItemInput', {
  fields: (t) => ({ productCode: t.string({ required: true }), quantity: t.int({ required: true }) }),
});

/** Not `Subscription`, which GraphQL uses for its own root type. */
export const SubscriptionType = builder.objectRef<Subscription>('BoxSubscription').implement({
  description: 'A subscription at today’s prices, in satang.',
  fields: (t) => ({
    status: t.expose('status', { type: SubscriptionStatusType }),
    registering: t.exposeBoolean('registering', { description: 'The first payment is still to come.' }),
    frequency: t.exposeInt('frequency', { description: 'Months between orders.' }),
    paymentDay: t.exposeInt('paymentDay'),
    paymentMethod: t.expose('paymentMethod', { type: PaymentMethodType }),
    version: t.exposeInt('version', { description: 'Grows with every change.' }),
    items: t.expose('items', { type: [BoxItemType] }),
    boxPrice: t.exposeInt('boxPrice'),
    deliveryFee: t.exposeInt('deliveryFee', { nullable: true }),
    pointsPerOrder: t.exposeInt('pointsPerOrder'),
  }),
});

export const AccountType = builder.objectRef<Output<typeof accountAnswer>>('Account').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    emailVerified: t.exposeBoolean('emailVerified'),
    locale: t.expose('locale', { type: LocaleType }),
    lineLinked: t.exposeBoolean('lineLinked'),
  }),
});

const AddressType = builder.objectRef<NonNullable<Profile['delivery']>>('Address').implement({
  fields: (t) => ({
    address: t.exposeString('address'),
    subdistrict: t.exposeString('subdistrict', { nullable: true }),
    district: t.exposeString('district', { nullable: true }),
    province: t.exposeString('province'),
    postalCode: t.exposeString('postalCode'),
  }),
});

export const ProfileType = builder.objectRef<Profile>('Profile').implement({
  description: 'Everything a person told us about themselves.',
  fields: (t) => ({
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    phone: t.exposeString('phone'),
    ageGroup: t.exposeString('ageGroup', { nullable: true }),
    locale: t.expose('locale', { type: LocaleType }),
    email: t.exposeString('email'),
    emailVerified: t.exposeBoolean('emailVerified'),
    emailFailed: t.exposeBoolean('emailFailed', {
      description: 'Mails to this address come back or were reported as spam.',
    }),
    pendingEmail: t.exposeString('pendingEmail', { nullable: true }),
    hasPassword: t.exposeBoolean('hasPassword'),
    lineLinked: t.exposeBoolean('lineLinked'),
    delivery: t.expose('delivery', { type: AddressType, nullable: true }),
    paidBox: t.exposeString('paidBox', {
      nullable: true,
      description:
        'Where a paid box that has not been sent goes when the address changes: follows | too_late',
    }),
  }),
});

export const CardType = builder.objectRef<Output<typeof cardAnswer>>('Card').implement({
  fields: (t) => ({
    cardId: t.exposeID('cardId'),
    brand: t.exposeString('brand'),
    lastDigits: t.exposeString('lastDigits'),
    name: t.exposeString('name'),
    expiryMonth: t.exposeInt('expiryMonth'),
    expiryYear: t.exposeInt('expiryYear'),
    isDefault: t.exposeBoolean('isDefault'),
    status: t.expose('status', { type: CardStatusType }),
  }),
});

type Charge = Output<typeof chargeAnswer>;

export const ChargeType = builder.objectRef<Charge>('Charge').implement({
  description: 'What a charge that somebody asked for has led to.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: ChargeOutcomeType }),
    orderId: t.id({ nullable: true, resolve: (one) => ('orderId' in one ? one.orderId : null) }),
    receiveBy: t.string({ nullable: true, resolve: (one) => ('receiveBy' in one ? one.receiveBy : null) }),
    authorizeUri: t.string({
      nullable: true,
      resolve: (one) => ('authorizeUri' in one ? one.authorizeUri : null),
    }),
    reason: t.string({ nullable: true, resolve: (one) => ('reason' in one ? one.reason : null) }),
  }),
});

export const PendingPaymentType = builder
  .objectRef<Output<typeof pendingPaymentAnswer>>('PendingPayment')
  .implement({
    fields: (t) => ({
      orderId: t.exposeID('orderId'),
      method: t.expose('method', { type: PaymentMethodType }),
      status: t.expose('status', { type: PaymentStatusType }),
      reason: t.exposeString('reason', { nullable: true }),
      amount: t.exposeInt('amount'),
      paymentUrl: t.exposeString('paymentUrl', { nullable: true }),
      expiresAt: t.exposeString('expiresAt', { nullable: true }),
      authorizeUri: t.exposeString('authorizeUri', { nullable: true }),
      nextTryOn: t.exposeString('nextTryOn', {
        nullable: true,
        description: 'When a declined card is tried again by itself.',
      }),
      cardNeededBy: t.exposeString('cardNeededBy', {
        nullable: true,
        description: 'Until when another card is waited for.',
      }),
      nextCardPays: t.exposeBoolean('nextCardPays', {
        description: 'Whether a card that is added or chosen now is charged at once.',
      }),
    }),
  });

export const ProductType = builder.objectRef<Products[number]>('Product').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.string({
      description: 'In the caller’s language.',
      resolve: async ({ name }, _args, { ctx }) => name[await ctx.learnLocale()],
    }),
    names: t.field({ type: WordsType, resolve: ({ name }) => name }),
    pieces: t.exposeInt('pieces', { nullable: true, description: 'Null for a pack of other products.' }),
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

export const CancelReasonType = builder
  .objectRef<Output<typeof cancelReasonsAnswer>['reasons'][number]>('CancelReason')
  .implement({
    fields: (t) => ({
      code: t.expose('code', { type: CancelReasonCodeType }),
      label: t.expose('label', { type: WordsType }),
    }),
  });
