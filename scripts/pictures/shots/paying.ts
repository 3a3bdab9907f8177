import type { Locator } from '@playwright/test';
import { language, type Language } from '../../../e2e/support/words';
import { registerOffline, registerUpToPayment } from './subscriber';
import { fillCard, visit, type Walk } from './walk';

/** A visitor who is about to pay the first order, on a page in one language. */
interface Payer extends Walk, Pick<Language, 't'> {
  /** The URL of the product, and that of the sandbox. */
  origin: string;
  sandbox: string;
}

/** The journeys of paying by each means, as the names of their screenshots in the order of the steps. */
export const JOURNEYS = {
  card: ['paying-card', 'paying-card-bank', 'paying-card-paid'],
  bankAccount: ['paying-account', 'paying-account-bank', 'paying-account-paid'],
  app: ['paying-app', 'paying-app-bank', 'paying-app-waiting', 'paying-app-paid'],
  trueMoney: ['paying-app', 'paying-truemoney-bank', 'paying-truemoney-paid'],
  qr: ['paying-app', 'paying-qr', 'paying-qr-paid'],
  transfer: ['paying-transfer', 'paying-transfer-slip', 'paying-transfer-paid'],
} as const;

/** Pays a first order by each means, from the page that offers it to the confirmation. */
export async function payingWalk(walk: Walk): Promise<void> {
  const { page, at } = walk;
  const { origin, pathname } = new URL(at('/'));
  const { t } = language(pathname === '/th' ? 'th' : 'en');
  const settings = await page.request.get(`${origin}/api/settings`);
  const { data } = (await settings.json()) as { data: { omiseVaultUrl: string } };
  const payer = { ...walk, t, origin, sandbox: new URL(data.omiseVaultUrl).origin };
  for (const journey of [byCard, byBankAccount, byApp, byTrueMoney, byQr, byTransfer]) {
    await journey(payer);
    await page.context().clearCookies();
  }
}

const localeOf = ({ at }: Payer) => (new URL(at('/')).pathname === '/th' ? 'th' : 'en');
const button = ({ page }: Payer, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).first();

async function shootPaid({ page, shoot, t }: Payer, name: string): Promise<void> {
  await page.getByRole('heading', { name: t('register.confirmation.paidHeading') }).waitFor();
  await shoot(name, { full: false });
}

async function openPaymentStep(payer: Payer): Promise<void> {
  await registerUpToPayment(payer.page, payer.origin, localeOf(payer));
  await visit(payer.page, payer.at('/register/payment'));
}

/** Opens the payment link of a new registration. @returns the id of its account */
async function openLink(payer: Payer): Promise<string> {
  const { page, at, origin } = payer;
  await visit(page, at(await registerOffline(page, origin, localeOf(payer))));
  const response = await page.request.get(`${origin}/api/me`);
  return ((await response.json()) as { data: { account: { id: string } } }).data.account.id;
}

async function byCard(payer: Payer): Promise<void> {
  const { page, shoot } = payer;
  await openPaymentStep(payer);
  await page.frameLocator('iframe').locator('#number').waitFor();
  await fillCard(page, { number: '4242424242424242', name: 'FAKE 3DS' });
  await shoot('paying-card');
  await page.locator('main button[class*=wide]').click();
  await page.waitForURL(/3ds/);
  await shoot('paying-card-bank', { full: false });
  await button(payer, 'Approve').click();
  await shootPaid(payer, 'paying-card-paid');
}

async function byBankAccount(payer: Payer): Promise<void> {
  const { page, shoot, t } = payer;
  await openPaymentStep(payer);
  await page.getByRole('radio', { name: t('register.payment.bank_account') }).check();
  const bank = t('bankAccounts.banks.scb');
  await page
    .getByRole('group', { name: t('bankAccounts.choose') })
    .getByText(bank, { exact: true })
    .last()
    .click();
  await shoot('paying-account');
  await button(payer, t('bankAccounts.connectAndPay', { bank, amount: '฿' })).click();
  const agree = button(payer, 'Agree to automatic payments');
  await agree.waitFor();
  await shoot('paying-account-bank', { full: false });
  await agree.click();
  await shootPaid(payer, 'paying-account-paid');
}

async function byApp(payer: Payer): Promise<void> {
  const { page, shoot } = payer;
  await openLink(payer);
  await shoot('paying-app');
  await button(payer, 'K PLUS').click();
  await page.waitForURL(/\/omise\/app\//);
  await shoot('paying-app-bank', { full: false });
  await page.goBack();
  await page.getByRole('heading', { name: payer.t('payments.apps.waiting', { app: 'K PLUS' }) }).waitFor();
  await shoot('paying-app-waiting');
  await button(payer, payer.t('payments.apps.again', { app: 'K PLUS' })).click();
  await button(payer, /^Pay ฿/).click();
  await shootPaid(payer, 'paying-app-paid');
}

async function byTrueMoney(payer: Payer): Promise<void> {
  const { page, shoot } = payer;
  await openLink(payer);
  await button(payer, 'TrueMoney').click();
  await page.waitForURL(/\/omise\/app\//);
  await shoot('paying-truemoney-bank', { full: false });
  await button(payer, /^Pay ฿/).click();
  await shootPaid(payer, 'paying-truemoney-paid');
}

async function byQr(payer: Payer): Promise<void> {
  const { page, shoot, sandbox, t } = payer;
  const accountId = await openLink(payer);
  const code = page.locator('main img[src*="/qr"]').first();
  if (!(await code.isVisible())) await button(payer, t('payments.apps.showQr')).click();
  await code.waitFor();
  await code.scrollIntoViewIfNeeded();
  await shoot('paying-qr', { full: false });
  const listed = await page.request.get(`${sandbox}/_control/omise/charges`);
  const { data } = (await listed.json()) as { data: { id: string; metadata: Record<string, string> }[] };
  const id = data.findLast(({ metadata }) => metadata.accountId === accountId)?.id;
  await page.request.post(`${sandbox}/_control/omise/charges/${id}`, { data: { action: 'pay' } });
  await shootPaid(payer, 'paying-qr-paid');
}

async function byTransfer(payer: Payer): Promise<void> {
  const { page, shoot, sandbox, t } = payer;
  await openLink(payer);
  const transfer = page.getByRole('region', { name: t('payments.bank.title') });
  await transfer.scrollIntoViewIfNeeded();
  await shoot('paying-transfer', { full: false });
  const sendSlip = async (elsewhere: boolean) => {
    const made = { amount: 37_525, reference: 'thank you', elsewhere };
    const sent = await page.request.post(`${sandbox}/bank/transfers`, { data: made });
    const { data } = (await sent.json()) as { data: { id: string } };
    const slip = await page.request.get(`${sandbox}/bank/slips/${data.id}.jpg`);
    const picture = { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await slip.body() };
    await page.getByLabel(t('payments.slip.send')).setInputFiles(picture);
  };
  await sendSlip(true);
  await page.getByText(t('payments.slip.state.foreign')).waitFor();
  await shoot('paying-transfer-slip', { full: false });
  await sendSlip(false);
  await shootPaid(payer, 'paying-transfer-paid');
}
