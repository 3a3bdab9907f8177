import type { z } from 'zod';
import { SHIPMENT_STATUSES, SHOWN_ORDER_STATUSES } from '@/domain/order';
import { SHOWN_PAYMENT_STATUSES } from '@/domain/payment';
import { PAYMENT_METHODS } from '@/domain/subscription';
import type { orderAnswer } from '@/schemas/answers/orders';
import { builder } from './builder';
import type { OrderConnection, PageInfo } from './connections';

type Order = z.output<typeof orderAnswer>;

export const PaymentStatusType = builder.enumType('PaymentStatus', { values: SHOWN_PAYMENT_STATUSES });
export const PaymentMethodType = builder.enumType('PaymentMethod', { values: PAYMENT_METHODS });
const OrderStatusType = builder.enumType('OrderStatus', { values: SHOWN_ORDER_STATUSES });
const ShipmentStatusType = builder.enumType('ShipmentStatus', { values: SHIPMENT_STATUSES });

const OrderItemType = builder.objectRef<Order['items'][number]>('OrderItem').implement({
  fields: (t) => ({
    productCode: t.exposeString('productCode'),
    quantity: t.exposeInt('quantity'),
    unitPrice: t.exposeInt('unitPrice', { description: 'Of one pack, rounded.' }),
    linePrice: t.exposeInt('linePrice', {
      description: 'Of the whole line, rounded once: the lines add up to the box price.',
    }),
  }),
});

const OrderPaymentType = builder.objectRef<NonNullable<Order['payment']>>('OrderPayment').implement({
  fields: (t) => ({
    status: t.expose('status', { type: PaymentStatusType }),
    reason: t.exposeString('reason', { nullable: true }),
  }),
});

const ShipmentType = builder.objectRef<NonNullable<Order['shipment']>>('Shipment').implement({
  fields: (t) => ({
    status: t.expose('status', { type: ShipmentStatusType }),
    courier: t.exposeString('courier', { nullable: true }),
    trackingNumber: t.exposeString('trackingNumber', { nullable: true }),
    trackingUrl: t.exposeString('trackingUrl', { nullable: true }),
  }),
});

const OrderDocumentType = builder.objectRef<NonNullable<Order['receipt']>>('OrderDocument').implement({
  description: 'A receipt as PDF, at a path of this site.',
  fields: (t) => ({ number: t.exposeString('number'), url: t.exposeString('url') }),
});

const CreditNoteType = builder.objectRef<Order['creditNotes'][number]>('CreditNote').implement({
  description: 'What was given back of the order, as PDF.',
  fields: (t) => ({
    number: t.exposeString('number'),
    url: t.exposeString('url'),
    amount: t.exposeInt('amount'),
  }),
});

export const OrderType = builder.objectRef<Order>('Order').implement({
  description: 'One box on one payment date. Money in satang, days as YYYY-MM-DD in Bangkok.',
  fields: (t) => ({
    orderId: t.exposeID('orderId'),
    status: t.expose('status', { type: OrderStatusType }),
    paymentDate: t.exposeString('paymentDate'),
    receiveBy: t.exposeString('receiveBy', { nullable: true, description: 'Null while it is overdue.' }),
    skipped: t.exposeBoolean('skipped'),
    freeProduct: t.exposeString('freeProduct', { nullable: true }),
    items: t.expose('items', { type: [OrderItemType] }),
    boxPrice: t.exposeInt('boxPrice'),
    deliveryFee: t.exposeInt('deliveryFee'),
    codeDiscount: t.exposeInt('codeDiscount'),
    total: t.exposeInt('total'),
    refunded: t.exposeInt('refunded'),
    isStopped: t.exposeBoolean('isStopped', {
      description: 'Paid back whole before its parcel was packed: nothing is sent.',
    }),
    points: t.exposeInt('points'),
    canSkipUntil: t.exposeString('canSkipUntil'),
    payment: t.expose('payment', {
      type: OrderPaymentType,
      nullable: true,
      description: 'Null before the payment date begins.',
    }),
    paymentMethod: t.expose('paymentMethod', { type: PaymentMethodType, nullable: true }),
    shipment: t.expose('shipment', {
      type: ShipmentType,
      nullable: true,
      description: 'Null until it is paid.',
    }),
    receipt: t.expose('receipt', {
      type: OrderDocumentType,
      nullable: true,
      description: 'Null until it is issued, a minute after the order is paid at the latest.',
    }),
    creditNotes: t.expose('creditNotes', { type: [CreditNoteType] }),
  }),
});

export const PageInfoType = builder.objectRef<PageInfo>('PageInfo').implement({
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage'),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
    startCursor: t.exposeString('startCursor', { nullable: true }),
    endCursor: t.exposeString('endCursor', { nullable: true }),
  }),
});

const OrderEdgeType = builder.objectRef<OrderConnection['edges'][number]>('OrderEdge').implement({
  fields: (t) => ({ cursor: t.exposeString('cursor'), node: t.expose('node', { type: OrderType }) }),
});

export const OrderConnectionType = builder.objectRef<OrderConnection>('OrderConnection').implement({
  fields: (t) => ({
    edges: t.expose('edges', { type: [OrderEdgeType] }),
    nodes: t.field({ type: [OrderType], resolve: ({ edges }) => edges.map(({ node }) => node) }),
    pageInfo: t.expose('pageInfo', { type: PageInfoType }),
  }),
});
