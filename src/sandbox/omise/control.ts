import { ok, refuse } from '../respond';
import { actOn, CHARGE_ACTIONS, findCharge, type ChargeAction } from './charges';
import { DISPUTE_STATUSES, disputeCharge, reverseCharge, withdrawDispute } from './disputes';
import { APP_TYPES } from './apps';
import { authorizeUriOf } from './charge-wire';
import { text, whole } from './input';
import { actOnLinkedAccount, BANK_TYPES, LINK_ACTIONS } from './linked-accounts';
import { PAYOUT_FAULTS, type ChargeRecord } from './records';
import { makePayouts } from './payouts';
import { createRefund } from './refunds';
import { Refusal } from './refusal';
import type { OmiseService } from './service';

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Returns a charge in the format of the control API. */
export function stateOf(charge: ChargeRecord, authorizeUri: string | null) {
  return {
    id: charge.id,
    amount: charge.amount,
    currency: charge.currency,
    status: charge.status,
    createdAt: isoOrNull(charge.createdAt),
    paidAt: isoOrNull(charge.paidAt),
    expiresAt: isoOrNull(charge.expiresAt),
    metadata: charge.metadata,
    description: charge.description,
    customer: charge.customer,
    card: charge.card?.id ?? null,
    source: charge.linkedAccount
      ? charge.linkedAccount.type
      : charge.source === null
        ? 'card'
        : (charge.source.app ?? 'promptpay'),
    platform: charge.source?.platform ?? null,
    returnUri: charge.returnUri,
    failureCode: charge.failureCode,
    authorizeUri,
    transactionIndicator: charge.transactionIndicator,
    refunds: charge.refunds.map((refund) => ({ id: refund.id, amount: refund.amount })),
    dispute: charge.dispute === undefined ? null : { id: charge.dispute.id, status: charge.dispute.status },
  };
}

const stateWithPage = (omise: OmiseService, charge: ChargeRecord) =>
  stateOf(charge, authorizeUriOf(charge, omise.gateway.bases.pages));

const isAction = (value: unknown): value is ChargeAction => CHARGE_ACTIONS.some((action) => action === value);

const signed = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0);

/**
 * Performs an action on a charge: of the payer, the bank (`dispute`, `reverse`) or the merchant's staff
 * (`refund`).
 */
async function act(omise: OmiseService, id: string, body: Record<string, unknown>): Promise<Response> {
  const { gateway, webhooks } = omise;
  const op = `POST /_control/omise/charges/${id}`;
  if (body.action === 'refund') {
    const charge = findCharge(gateway, id);
    createRefund(gateway, id, { amount: whole(body, 'amount') ?? charge.amount });
  } else if (body.action === 'dispute') {
    const status = DISPUTE_STATUSES.find((known) => known === body.status);
    if (!status) return refuse(400, 'INVALID', `status must be one of ${DISPUTE_STATUSES.join(', ')}`);
    disputeCharge(gateway, id, status, text(body, 'reason'));
  } else if (body.action === 'withdraw') {
    withdrawDispute(gateway, id);
  } else if (body.action === 'fee') {
    const feeOff = { fee: signed(body.fee), vat: signed(body.vat) };
    gateway.charges.put({ ...findCharge(gateway, id), feeOff });
  } else if (body.action === 'reverse') {
    reverseCharge(gateway, id);
  } else if (isAction(body.action)) {
    actOn(gateway, id, body.action, body.late === true);
  } else {
    return refuse(
      400,
      'INVALID',
      `action must be one of ${CHARGE_ACTIONS.join(', ')}, refund, dispute, withdraw, fee, reverse`,
    );
  }
  await webhooks.send(gateway.takeEvents(), op);
  return ok(stateWithPage(omise, findCharge(gateway, id)));
}

/** Performs an action of the payer or the bank on a linked account. */
async function actOnLink(
  { gateway, webhooks }: OmiseService,
  id: string,
  body: Record<string, unknown>,
): Promise<Response> {
  const action = LINK_ACTIONS.find((known) => known === body.action);
  if (!action) return refuse(400, 'INVALID', `action must be one of ${LINK_ACTIONS.join(', ')}`);
  const account = actOnLinkedAccount(gateway, id, action, text(body, 'lastDigits') ?? undefined);
  await webhooks.send(gateway.takeEvents(), 'POST /_control/omise/linked_accounts/{id}');
  return ok(account);
}

function settings(omise: OmiseService, body: Record<string, unknown>): Response {
  const { gateway } = omise;
  const { threeDS, promptpayRefundable, appsOff, bankAnswersLater, linkEvents, payoutFaults } = body;
  if (threeDS === 'off' || threeDS === 'always' || threeDS === 'cit') gateway.settings.threeDS = threeDS;
  else if (threeDS !== undefined) return refuse(400, 'INVALID', 'threeDS must be off, always or cit');
  if (typeof promptpayRefundable === 'boolean') gateway.bases.promptpayRefundable = promptpayRefundable;
  if (Array.isArray(appsOff))
    gateway.settings.appsOff = [...APP_TYPES, ...BANK_TYPES].filter((type) => appsOff.includes(type));
  if (typeof bankAnswersLater === 'boolean') gateway.settings.bankAnswersLater = bankAnswersLater;
  if (typeof linkEvents === 'boolean') gateway.settings.linkEvents = linkEvents;
  if (Array.isArray(payoutFaults)) {
    makePayouts(gateway);
    gateway.settings.payoutFaults = payoutFaults.flatMap((fault) =>
      PAYOUT_FAULTS.filter((known) => known === fault),
    );
  }
  const { settings: now, bases } = gateway;
  return ok({
    threeDS: now.threeDS,
    promptpayRefundable: bases.promptpayRefundable,
    appsOff: now.appsOff,
    bankAnswersLater: now.bankAnswersLater,
    linkEvents: now.linkEvents,
    payoutFaults: now.payoutFaults,
  });
}

/** Handles requests to `/_control/omise/…`. Returns null for an unknown path. @param body null if it is not JSON */
export async function answerOmiseControl(
  omise: OmiseService,
  op: string,
  body: Record<string, unknown> | null,
): Promise<Response | null> {
  const { gateway } = omise;
  const [method = '', path = ''] = op.split(' ');
  const [, , what, id] = path.split('/');
  if (body === null) return refuse(400, 'INVALID', 'the body must be a JSON object');
  try {
    if (op === 'GET /omise/charges')
      return ok([...gateway.charges.values()].map((charge) => stateWithPage(omise, charge)));
    if (op === 'GET /omise/webhooks') {
      return ok(
        omise.webhooks.held().map((event) => ({ id: event.id, key: event.key, charge: event.chargeId })),
      );
    }
    if (op === 'POST /omise/settings') return settings(omise, body);
    if (op === 'GET /omise/linked_accounts') return ok([...gateway.linkedAccounts.values()]);
    if (what === 'linked_accounts' && id !== undefined && method === 'POST')
      return await actOnLink(omise, id, body);
    if (what !== 'charges' || id === undefined) return null;
    if (method === 'GET') return ok(stateWithPage(omise, findCharge(gateway, id)));
    return method === 'POST' ? await act(omise, id, body) : null;
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.status, error.code.toUpperCase(), error.message);
    throw error;
  }
}
