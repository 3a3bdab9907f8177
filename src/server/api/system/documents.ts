import { payLink } from '../routers/examples';
import { localePath } from '@/locales/paths';
import { payLinkAnswer, slipAnswer } from '@/schemas/answers/payments';
import {
  answerCalendarFeed,
  answerCreditNote,
  answerDebitNote,
  answerReceipt,
  answerTaxInvoice,
} from '../document-routes';
import { answerPayLink, answerQr, answerRepairQr, answerSlip } from '../qr-route';
import { okResponse, textResponse } from '../rest/responses';
import type { ApiContext } from '../trpc';
import { requestedLocale } from '../language';
import { unsubscribe } from '../../subscriber/account/optional-messages';
import { body, describe, envelope, parameter, type Facts, type SystemCalls } from './system-call';

const FILE: Facts['done'] = {
  '200': { description: 'The file', content: { 'application/pdf': {} } },
};
const PICTURE: Facts['done'] = {
  '200': { description: 'The picture', content: { 'image/svg+xml': {}, 'image/png': {} } },
};
const OF_OWNER: Pick<Facts, 'security' | 'refusals'> = {
  security: [{ session: [] }],
  refusals: ['NOT_LOGGED_IN', 'NOT_FOUND', 'INTERNAL', 'UNAVAILABLE'],
};
const ORDER_ID = parameter('path', 'orderId', 'The id of an order of the account.');

/** Documents of orders, and what the links of messages open. */
export const DOCUMENT_CALLS: SystemCalls = {
  '/api/orders/{orderId}/receipt.pdf': {
    method: 'GET',
    who: 'payer',
    operation: describe({
      operationId: 'getOrdersReceipt',
      summary: 'The receipt of a paid order as PDF',
      description:
        'In the language of the account. An order names the path of its receipt once it is issued.',
      parameters: [ORDER_ID],
      done: FILE,
      ...OF_OWNER,
    }),
    answer: answerReceipt,
  },
  '/api/orders/{orderId}/tax-invoice.pdf': {
    method: 'GET',
    who: 'payer',
    operation: describe({
      operationId: 'getOrdersTaxInvoice',
      summary: 'The tax invoice of an order as PDF',
      description:
        'In the language of the account. An order names the path of its tax invoice once it was requested.',
      parameters: [ORDER_ID],
      done: FILE,
      ...OF_OWNER,
    }),
    answer: answerTaxInvoice,
  },
  '/api/orders/{orderId}/credit-notes/{number}.pdf': {
    method: 'GET',
    who: 'payer',
    operation: describe({
      operationId: 'getOrdersCreditNote',
      summary: 'The credit note of a refund as PDF',
      description: 'In the language of the account. An order names the paths of its credit notes.',
      parameters: [ORDER_ID, parameter('path', 'number', 'The number of the credit note.')],
      done: FILE,
      ...OF_OWNER,
    }),
    answer: answerCreditNote,
  },
  '/api/orders/{orderId}/debit-notes/{number}.pdf': {
    method: 'GET',
    who: 'payer',
    operation: describe({
      operationId: 'getOrdersDebitNote',
      summary: 'The debit note of a corrected refund as PDF',
      description: 'In the language of the account. An order names the paths of its debit notes.',
      parameters: [ORDER_ID, parameter('path', 'number', 'The number of the debit note.')],
      done: FILE,
      ...OF_OWNER,
    }),
    answer: answerDebitNote,
  },
  '/api/pay/{token}': {
    method: 'GET',
    who: 'link',
    operation: describe({
      operationId: 'getPay',
      summary: 'A payment link, as its page shows it',
      description: 'The token of the link is the only proof: whoever has the link may pay.',
      security: [],
      parameters: [parameter('path', 'token', 'The token of a payment link.')],
      done: envelope(payLinkAnswer, payLink),
      refusals: ['NOT_FOUND', 'INTERNAL', 'UNAVAILABLE'],
    }),
    answer: answerPayLink,
  },
  '/api/pay/{token}/qr': {
    method: 'GET',
    who: 'link',
    operation: describe({
      operationId: 'getPayQr',
      summary: 'The open PromptPay QR code of a payment link as a picture',
      description:
        'The token of the link is the only proof: whoever has the link may pay. Without an open code a new one is created.',
      security: [],
      parameters: [parameter('path', 'token', 'The token of a payment link.')],
      done: PICTURE,
      refusals: ['NOT_FOUND', 'THROTTLED', 'CHECKOUT_FAILED', 'INTERNAL', 'UNAVAILABLE'],
    }),
    answer: answerQr,
  },
  '/api/pay/{token}/slip': {
    method: 'POST',
    who: 'link',
    operation: describe({
      operationId: 'postPaySlip',
      summary: 'The picture of the slip of a bank transfer',
      description:
        'A JPEG of at most 5 MB. Its QR code names the transfer, which is verified at the bank if the shop has a provider.',
      security: [],
      parameters: [
        parameter('path', 'token', 'The token of a payment link.'),
        {
          ...parameter('header', 'X-Slip-Qr', 'The text of the QR code, if the sender has read it.'),
          required: false,
        },
      ],
      requestBody: { required: true, content: { 'image/jpeg': {} } },
      done: envelope(slipAnswer, { state: 'checking' }),
      refusals: [
        'NOT_FOUND',
        'SLIP_UNREADABLE',
        'SLIP_USED',
        'TOO_LARGE',
        'NOT_JSON',
        'THROTTLED',
        'INTERNAL',
        'UNAVAILABLE',
      ],
    }),
    answer: answerSlip,
  },
  '/api/fix/{token}/qr': {
    method: 'GET',
    who: 'link',
    operation: describe({
      operationId: 'getFixQr',
      summary: 'The open PromptPay QR code of a repair link as a picture',
      description: 'The token of the link is the only proof: whoever has the link may pay.',
      security: [],
      parameters: [parameter('path', 'token', 'The token of a repair link.')],
      done: PICTURE,
      refusals: ['NOT_FOUND', 'CHECKOUT_FAILED', 'INTERNAL', 'UNAVAILABLE'],
    }),
    answer: answerRepairQr,
  },
  '/api/calendar/{token}.ics': {
    method: 'GET',
    who: 'link',
    operation: describe({
      operationId: 'getCalendar',
      summary: 'The payment dates of the next twelve months as a calendar',
      description:
        'For calendar programs. The token is the only proof. Each event says "ira" and its date. Skipped dates are left out.',
      security: [],
      parameters: [parameter('path', 'token', 'The token of a calendar feed.')],
      done: body('text/calendar', {}),
      refusals: ['NOT_FOUND', 'THROTTLED', 'INTERNAL', 'UNAVAILABLE'],
    }),
    answer: answerCalendarFeed,
  },
  '/api/unsubscribe/{token}': {
    method: 'POST',
    who: 'anyone',
    operation: null,
    answer: answerUnsubscribe,
    visit: redirectToUnsubscribePage,
  },
};

const tokenOf = (request: Request) => new URL(request.url).pathname.split('/')[3] ?? '';

/**
 * Handles `POST /api/unsubscribe/{token}`, the one-click request of a mail client (RFC 8058). The signed token
 * is the only proof: mail clients send neither cookies nor JSON, and the body is always the same.
 */
async function answerUnsubscribe(request: Request, ctx: ApiContext): Promise<Response> {
  return okResponse(await unsubscribe(ctx, tokenOf(request)));
}

/**
 * Redirects `GET /api/unsubscribe/{token}` to the page with the button. Mail scanners open links, so a GET
 * changes nothing.
 */
function redirectToUnsubscribePage(request: Request): Response {
  const page = localePath(requestedLocale(request.headers) ?? 'en', '/unsubscribe');
  return textResponse(303, '', new Headers({ location: `${page}#${tokenOf(request)}` }));
}
