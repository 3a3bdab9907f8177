import type { ObjectRef } from '@pothos/core';
import { SHIPMENT_STATUSES, SHOWN_ORDER_STATUSES } from '@/domain/order';
import { orderAnswer } from '@/schemas/answers/orders';
import { builder } from './builder';
import type { Connection, PageInfo } from './connections';
import { enumFrom, objectFrom } from './from-schema';

enumFrom('OrderStatus', SHOWN_ORDER_STATUSES);
enumFrom('ShipmentStatus', SHIPMENT_STATUSES);

objectFrom('OrderItem', orderAnswer.shape.items.element);
objectFrom('OrderPayment', orderAnswer.shape.payment.unwrap());
objectFrom('Shipment', orderAnswer.shape.shipment.unwrap());
objectFrom('OrderDocument', orderAnswer.shape.receipt.unwrap());
objectFrom('CreditNote', orderAnswer.shape.creditNotes.element);
objectFrom('DebitNote', orderAnswer.shape.debitNotes.element);
export const OrderType = objectFrom('Order', orderAnswer);

const PageInfoType = builder.objectRef<PageInfo>('PageInfo').implement({
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage'),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
    startCursor: t.exposeString('startCursor', { nullable: true }),
    endCursor: t.exposeString('endCursor', { nullable: true }),
  }),
});

/** Creates the GraphQL types `<name>Connection` and `<name>Edge` of a list. Returns the connection type. */
export function connectionType<Node>(
  name: string,
  NodeType: ObjectRef<typeof builder.$inferSchemaTypes, Node>,
) {
  const EdgeType = builder.objectRef<Connection<Node>['edges'][number]>(`${name}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      node: t.field({ type: NodeType, resolve: ({ node }) => node as never }),
    }),
  });
  return builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    fields: (t) => ({
      edges: t.field({ type: [EdgeType], resolve: ({ edges }) => edges as never }),
      nodes: t.field({ type: [NodeType], resolve: ({ edges }) => edges.map(({ node }) => node) as never }),
      pageInfo: t.field({ type: PageInfoType, resolve: ({ pageInfo }) => pageInfo }),
    }),
  });
}

export const OrderConnectionType = connectionType('Order', OrderType);
