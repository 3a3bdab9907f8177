import { BUYER } from './access';
import { issueDocuments } from './documents';
import type { World } from './world';

interface Own {
  orderId: string;
  paidOrderId: string;
}

/** Returns the call that requests a tax invoice, for the comparison of entry points. */
export const taxInvoiceCase = (world: World) => ({
  graphql: 'requestTaxInvoice',
  input: ({ paidOrderId }: Own) => ({ orderId: paidOrderId, ...BUYER }),
  prepare: () => issueDocuments(world),
});

type Refused = [code: string, graphql: string, input: (own: Own) => object];
/** The refusals of `taxInvoiceCase` that every entry point returns. */
export const TAX_INVOICE_REFUSALS: Refused[] = [
  ['TAX_INVOICE_NOT_POSSIBLE', 'requestTaxInvoice', ({ orderId }) => ({ orderId, ...BUYER })],
  [
    ...(['INPUT_INVALID', 'requestTaxInvoice'] as const),
    ({ paidOrderId }) => ({ orderId: paidOrderId, ...BUYER, taxId: '0107537000522' }),
  ],
  ['ORDER_NOT_FOUND', 'requestTaxInvoice', () => ({ orderId: 'ord_01k9f5x0d2e8rzzzz', ...BUYER })],
];
