import { AppError } from '@/domain/errors';
import { documentNumber, type IssuedDocument } from '@/domain/document';
import { drawCached } from '../work/documents/pdf-cache';
import { findOrderNumber } from '../shop/orders/find-order-number';
import { getNote, getReceipt, getTaxInvoice } from '../work/documents/queries';
import { readCalendarFeed } from '../subscriber/account/calendar-feed';
import { NO_STORE } from './rest/responses';
import type { ApiContext } from './trpc';

type Find = (ctx: ApiContext, accountId: string, orderId: string, number: string) => Promise<IssuedDocument>;

/** Handles `GET /api/orders/{orderId}/receipt.pdf`. */
export const answerReceipt = answering(getReceipt);

/** Handles `GET /api/orders/{orderId}/tax-invoice.pdf`. */
export const answerTaxInvoice = answering(getTaxInvoice);

/** Handles `GET /api/orders/{orderId}/credit-notes/{number}.pdf`. */
export const answerCreditNote = answering(getNote('credit_note'));

/** Handles `GET /api/orders/{orderId}/debit-notes/{number}.pdf`. */
export const answerDebitNote = answering(getNote('debit_note'));

/**
 * Returns a request handler that responds with a PDF document of the caller's order, in the account's language.
 * @param find returns the document of an order, or throws an AppError
 */
function answering(find: Find) {
  return async (request: Request, ctx: ApiContext): Promise<Response> => {
    const session = await ctx.session();
    if (!session) throw new AppError('NOT_LOGGED_IN');
    const [, , , orderId = '', , file = ''] = new URL(request.url).pathname.split('/');
    const document = await find(ctx, session.accountId, orderId, file.replace(/\.pdf$/, ''));
    const bytes = await drawCached(document, await findOrderNumber(ctx, orderId), session.locale);
    return new Response(bytes as Buffer<ArrayBuffer>, {
      headers: {
        ...NO_STORE,
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'content-disposition': `inline; filename="${documentNumber(document)}.pdf"`,
      },
    });
  };
}

/** Handles `GET /api/calendar/{token}.ics`: responds with a calendar feed. Its address is the only proof. */
export async function answerCalendarFeed(request: Request, ctx: ApiContext): Promise<Response> {
  const file = new URL(request.url).pathname.split('/')[3] ?? '';
  const calendar = await readCalendarFeed(ctx, file.replace(/\.ics$/, ''), ctx.caller.address);
  return new Response(calendar, {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="ira.ics"',
    },
  });
}
