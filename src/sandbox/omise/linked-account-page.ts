import { bangkokTime, html, page } from '../pages';
import { parseForm } from './form-body';
import { ACCOUNT_FATES, actOnLinkedAccount, BANKS, type LinkAction } from './linked-accounts';
import type { LinkedAccountRecord } from './records';
import { Refusal } from './refusal';
import type { OmiseService } from './service';

const FRAME = { narrow: true, nav: false };

/** The page on which the bank registers an account: the payer logs in, chooses an account and agrees. */
function registrationPage(account: LinkedAccountRecord): Response {
  const bank = BANKS[account.type];
  const back = html`<p><a href="${account.returnUri}">Back to the shop</a></p>`;
  if (account.status !== 'pending')
    return page(
      bank,
      html`<p class="card">This registration is ${account.status}.</p>
        ${back}`,
      FRAME,
    );
  const button = (action: string, label: string, isMain = false) =>
    html`<button class="${isMain ? 'main' : ''}" name="action" value="${action}">${label}</button>`;
  const options = Object.entries(ACCOUNT_FATES).map(
    ([digits, fate], at) =>
      html`<p>
        <label
          ><input type="radio" name="lastDigits" value="${digits}" ${at === 0 && 'checked'} /> Account ending
          ${digits}${fate && html` <span class="soft">charges: ${fate}</span>`}</label
        >
      </p>`,
  );
  const body = html`<p>This plays the page of ${bank}. Nothing here is real.</p>
    <form method="post" action="/omise/link/${account.id}">
      <div class="card">${options}</div>
      ${button('approve', 'Agree to automatic payments', true)} ${button('reject', 'Reject')}
      ${button('wrong_account', 'Choose an account that cannot be linked')} ${button('abandon', 'Leave')}
      ${button('approve-stay', 'Agree and never return')}
    </form>
    <p class="soft">Good until ${bangkokTime(account.expiresAt)}.</p>`;
  return page(bank, body, FRAME);
}

const LEFT = { abandon: 'You left the bank’s page.', 'approve-stay': 'Agreed, and never returned.' };

/** Handles requests to `/omise/link/<id>`. */
export async function answerRegistration(
  { gateway, webhooks }: OmiseService,
  request: Request,
  id: string,
): Promise<Response> {
  const account = gateway.linkedAccounts.get(id);
  if (account === undefined)
    return page('Not found', html`<p>There is no registration ${id}.</p>`, { status: 404 });
  if (request.method !== 'POST') return registrationPage(account);
  const { action, lastDigits } = parseForm(await request.text());
  const step = action === 'approve-stay' ? 'approve' : ((action as LinkAction | undefined) ?? 'abandon');
  try {
    actOnLinkedAccount(gateway, id, step, typeof lastDigits === 'string' ? lastDigits : undefined);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return page('Too late', html`<p class="card">${error.message}</p>`, { status: error.status, ...FRAME });
  }
  await webhooks.send(gateway.takeEvents(), 'POST /link/{id}');
  if (action === 'abandon' || action === 'approve-stay')
    return page('That is all', html`<p class="card">${LEFT[action]}</p>`, FRAME);
  return new Response(null, { status: 303, headers: { location: account.returnUri } });
}
