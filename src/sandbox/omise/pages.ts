import { baht, bangkokTime, html, page, table, type Html } from '../pages';
import { actOn, type ChargeAction } from './charges';
import { appOf, appPage } from './apps';
import { answerAsset } from './assets';
import { answerDocument } from './documents';
import { parseForm } from './form-body';
import { answerRegistration } from './linked-account-page';
import { BANKS } from './linked-accounts';
import { slipSvg } from './promptpay';
import type { ChargeRecord } from './records';
import { createRefund } from './refunds';
import { Refusal } from './refusal';
import type { OmiseService } from './service';
import { refundedAmount } from './charge-wire';

const PAGE_SIZE = 100;

const tag = (status: string) => html`<span class="tag ${status}">${status}</span>`;

function paidWith({ card, source, linkedAccount }: ChargeRecord): string {
  if (linkedAccount) return `${BANKS[linkedAccount.type]} ${linkedAccount.lastDigits}`;
  return card === null ? (appOf(source)?.name ?? 'PromptPay') : `${card.brand} ${card.lastDigits}`;
}

function dashboard(omise: OmiseService, url: URL): Response {
  const { gateway } = omise;
  const start = Math.max(0, Number(url.searchParams.get('offset') ?? 0) || 0);
  const total = gateway.chargeOrder.length;
  const rows = gateway.chargeOrder
    .slice(Math.max(0, total - start - PAGE_SIZE), Math.max(0, total - start))
    .reverse()
    .map(({ id }) => gateway.charges.get(id))
    .map(
      (charge) =>
        charge &&
        html`<tr>
          <td style="white-space:nowrap">${bangkokTime(charge.createdAt)}</td>
          <td class="num">${baht(charge.amount)}</td>
          <td>${tag(charge.status)} ${charge.failureCode}</td>
          <td>${paidWith(charge)}</td>
          <td><a href="/omise/charges/${charge.id}">${charge.description ?? charge.id}</a></td>
        </tr>`,
    );
  const more =
    start + PAGE_SIZE < total && html`<p><a href="/omise?offset=${start + PAGE_SIZE}">Older</a></p>`;
  const list = table(['Made', 'Amount', 'Status', 'Paid with', 'Charge'], rows);
  return page(
    'Card gateway',
    html`<p class="soft">${total} charges, ${gateway.customers.size()} customers.</p>
      ${total > 0 ? list : html`<p class="card">No charge yet.</p>`} ${more}`,
  );
}

function actionForm(path: string, buttons: [action: string, label: string, isMain?: boolean][]): Html {
  return html`<form method="post" action="${path}">
    ${buttons.map(
      ([action, label, isMain]) =>
        html`<button class="${isMain ? 'main' : ''}" name="action" value="${action}">${label}</button>`,
    )}
  </form>`;
}

function chargePage(charge: ChargeRecord): Response {
  const left = charge.amount - refundedAmount(charge);
  const waiting =
    charge.status === 'pending' &&
    html`<p>
      <a href="/omise/${appOf(charge.source) ? 'app' : charge.source ? 'pay' : '3ds'}/${charge.id}"
        >What the person sees</a
      >
    </p>`;
  const refund =
    charge.status === 'successful' &&
    left > 0 &&
    actionForm(`/omise/charges/${charge.id}`, [['refund', `Refund ${baht(left)}`]]);
  return page(
    charge.id,
    html`<p class="amount">${baht(charge.amount)}</p>
      <p>${tag(charge.status)} ${charge.failureMessage}</p>
      ${waiting} ${refund}
      <pre>${JSON.stringify(charge, null, 2)}</pre>
      <p><a href="/omise">All charges</a></p>`,
  );
}

function facts(charge: ChargeRecord): Html {
  return html`<div class="card">
    <p class="amount">${baht(charge.amount)}</p>
    <p class="soft">${charge.description}</p>
    ${charge.card && html`<p>${charge.card.brand} ending in ${charge.card.lastDigits}</p>`}
  </div>`;
}

function backLink(charge: ChargeRecord): Html {
  return html`<p>${charge.returnUri && html`<a href="${charge.returnUri}">Back to the shop</a>`}</p>`;
}

function securePage(charge: ChargeRecord): Response {
  const body =
    charge.status === 'pending'
      ? html`<p>This is the page a bank would show. Nothing here is real.</p>
          ${facts(charge)}
          ${actionForm(`/omise/3ds/${charge.id}`, [
            ['approve', 'Approve', true],
            ['decline', 'Decline'],
            ['abandon', 'Abandon'],
            ['approve-stay', 'Approve but never return'],
          ])}`
      : html`${facts(charge)}
          <p>This payment is ${tag(charge.status)}.</p>
          ${backLink(charge)}`;
  return page('Confirm the payment', body, { narrow: true, nav: false });
}

function payPage(charge: ChargeRecord): Response {
  const path = `/omise/pay/${charge.id}`;
  const late = charge.status === 'expired' && actionForm(path, [['pay', 'Pay all the same (late)']]);
  const body =
    charge.status === 'pending'
      ? html`<p>This plays the banking app. No real money can be sent with this code.</p>
          <img
            alt="PromptPay QR code for ${baht(charge.amount)}, test only"
            style="width:100%;max-width:320px;display:block;margin:0 auto 16px;border-radius:10px"
            src="data:image/svg+xml;base64,${Buffer.from(slipSvg(charge)).toString('base64')}"
          />
          ${facts(charge)}
          ${actionForm(path, [
            ['pay', `Pay ${baht(charge.amount)}`, true],
            ['fail', 'Fail'],
          ])}
          <p class="soft">Good until ${bangkokTime(charge.expiresAt)}.</p>`
      : html`${facts(charge)}
          <p>This payment is ${tag(charge.status)}.</p>
          ${charge.status === 'successful' && html`<p><a href="/bank/slips/${charge.id}.jpg">The slip of this payment</a></p>`}
          ${late} ${backLink(charge)}`;
  return page('Pay by PromptPay', body, { narrow: true, nav: false });
}

function leftPage(charge: ChargeRecord, text: string): Response {
  return page(
    'That is all',
    html`<p class="card">${text}</p>
      ${facts(charge)}`,
    { narrow: true, nav: false },
  );
}

async function secureAction(omise: OmiseService, charge: ChargeRecord, action: string): Promise<Response> {
  const { gateway, webhooks } = omise;
  const isApproval = action === 'approve' || action === 'approve-stay';
  const step: ChargeAction = isApproval ? 'approve' : action === 'decline' ? 'decline' : 'abandon';
  actOn(gateway, charge.id, step);
  await webhooks.send(gateway.takeEvents(), 'POST /3ds/{id}');
  if (step === 'abandon') return leftPage(charge, 'You left the bank’s page. The payment still waits.');
  if (action === 'approve-stay') return leftPage(charge, 'Approved, and the browser never went back.');
  return new Response(null, { status: 303, headers: { location: charge.returnUri ?? '/omise' } });
}

async function payAction(omise: OmiseService, charge: ChargeRecord, action: string): Promise<Response> {
  const { gateway, webhooks } = omise;
  actOn(gateway, charge.id, action === 'pay' ? 'pay' : 'fail');
  await webhooks.send(gateway.takeEvents(), 'POST /pay/{id}');
  return new Response(null, { status: 303, headers: { location: `/omise/pay/${charge.id}` } });
}

async function staffAction(omise: OmiseService, charge: ChargeRecord): Promise<Response> {
  createRefund(omise.gateway, charge.id, { amount: charge.amount - refundedAmount(charge) });
  await omise.webhooks.send(omise.gateway.takeEvents(), 'POST /charges/{id}/refunds');
  return new Response(null, { status: 303, headers: { location: `/omise/charges/${charge.id}` } });
}

async function answerCharge(
  omise: OmiseService,
  request: Request,
  view: string,
  id: string,
): Promise<Response> {
  const charge = omise.gateway.charges.get(id);
  if (charge === undefined) return page('Not found', html`<p>There is no charge ${id}.</p>`, { status: 404 });
  if (request.method !== 'POST') {
    if (view === 'app') return appPage(charge);
    return view === 'pay' ? payPage(charge) : view === '3ds' ? securePage(charge) : chargePage(charge);
  }
  const action = parseForm(await request.text()).action;
  try {
    if (view === 'charges') return await staffAction(omise, charge);
    const act = view === 'pay' ? payAction : secureAction;
    return await act(omise, charge, typeof action === 'string' ? action : '');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const body = html`<p class="card">${error.message}</p>
      ${backLink(charge)}`;
    return page('Too late', body, { status: error.status, narrow: true, nav: false });
  }
}

/** Handles requests to the pages of `/omise`. Returns null for an unknown page. */
export async function answerOmisePages(
  omise: OmiseService,
  request: Request,
  url: URL,
): Promise<Response | null> {
  if (url.pathname === '/omise' || url.pathname === '/omise/') return dashboard(omise, url);
  const [, , view = '', id = '', rest] = url.pathname.split('/');
  if (view === 'link' && id !== '' && rest === undefined) return answerRegistration(omise, request, id);
  if (['3ds', 'app', 'pay', 'charges'].includes(view) && id !== '' && rest === undefined) {
    return answerCharge(omise, request, view, id);
  }
  return answerDocument(omise.gateway, request, url) ?? answerAsset(request, url);
}
