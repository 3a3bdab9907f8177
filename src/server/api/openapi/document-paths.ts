import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { payLinkAnswer } from '@/schemas/answers/payments';
import { describe, envelope, json, parameter, type Facts } from './system-operation';

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

/** The OpenAPI operations of receipts, tax invoices, credit notes, QR codes and of the document itself. */
export const DOCUMENT_PATHS: ZodOpenApiPathsObject = {
  '/api/orders/{orderId}/receipt.pdf': {
    get: describe({
      operationId: 'getOrdersReceipt',
      summary: 'The receipt of a paid order as PDF',
      description:
        'In the language of the account. An order names the path of its receipt once it is issued.',
      parameters: [ORDER_ID],
      done: FILE,
      ...OF_OWNER,
    }),
  },
  '/api/orders/{orderId}/tax-invoice.pdf': {
    get: describe({
      operationId: 'getOrdersTaxInvoice',
      summary: 'The tax invoice of an order as PDF',
      description:
        'In the language of the account. An order names the path of its tax invoice once it was requested.',
      parameters: [ORDER_ID],
      done: FILE,
      ...OF_OWNER,
    }),
  },
  '/api/orders/{orderId}/credit-notes/{number}.pdf': {
    get: describe({
      operationId: 'getOrdersCreditNote',
      summary: 'The credit note of a refund as PDF',
      description: 'In the language of the account. An order names the paths of its credit notes.',
      parameters: [ORDER_ID, parameter('path', 'number', 'The number of the credit note.')],
      done: FILE,
      ...OF_OWNER,
    }),
  },
  '/api/pay/{token}': {
    get: describe({
      operationId: 'getPay',
      summary: 'A payment link, as its page shows it',
      description: 'The token of the link is the only proof: whoever has the link may pay.',
      security: [],
      parameters: [parameter('path', 'token', 'The token of a payment link.')],
      done: envelope(payLinkAnswer, {
        status: 'pending',
        reason: null,
        amount: 37525,
        paymentDate: '2026-12-31',
        paidOn: null,
        isOpen: true,
        expiresAt: '2027-01-07T17:00:00.000Z',
        bankDetails: null,
        qr: null,
        canHaveQr: true,
        setsSchedule: false,
      }),
      refusals: ['NOT_FOUND', 'INTERNAL', 'UNAVAILABLE'],
    }),
  },
  '/api/pay/{token}/qr': {
    get: describe({
      operationId: 'getPayQr',
      summary: 'The open PromptPay QR code of a payment link as a picture',
      description:
        'The token of the link is the only proof: whoever has the link may pay. Without an open code a new one is created.',
      security: [],
      parameters: [parameter('path', 'token', 'The token of a payment link.')],
      done: PICTURE,
      refusals: ['NOT_FOUND', 'THROTTLED', 'CHECKOUT_FAILED', 'INTERNAL', 'UNAVAILABLE'],
    }),
  },
  '/api/fix/{token}/qr': {
    get: describe({
      operationId: 'getFixQr',
      summary: 'The open PromptPay QR code of a repair link as a picture',
      description: 'The token of the link is the only proof: whoever has the link may pay.',
      security: [],
      parameters: [parameter('path', 'token', 'The token of a repair link.')],
      done: PICTURE,
      refusals: ['NOT_FOUND', 'CHECKOUT_FAILED', 'INTERNAL', 'UNAVAILABLE'],
    }),
  },
  '/api/openapi.json': {
    get: describe({
      operationId: 'getOpenapiJson',
      summary: 'This document',
      description: 'OpenAPI 3.1, built from the schemas that check every request. `/api/docs` shows it.',
      security: [],
      done: json(z.looseObject({ openapi: z.string() }), { openapi: '3.1.0' }),
      refusals: ['INTERNAL'],
    }),
  },
};
