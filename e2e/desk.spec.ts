import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './support/accessible';
import { GOOD_CARD } from './support/cards';
import { enterDesk, invite } from './support/desk';
import { paidOrder, subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { locale, path, t } from './support/words';

test.describe('the desk @thai', () => {
  test.use({ expectedErrors: /status of (401|404|409)/ });

  test('is entered with an authenticator app, and left', async ({ page, sandbox }) => {
    const { email, link } = await invite('support');
    await page.goto(new URL(link).pathname + new URL(link).hash);
    await page.getByLabel(t('desk.join.name')).fill('Nok Desk');
    await page.getByRole('button', { name: t('desk.join.app') }).click();
    const key = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    await expectAccessible(page, 'desk-join');
    const wrong = app.generate({ timestamp: 0 });
    await page.getByLabel(t('desk.code.label')).fill(wrong);
    await page.getByRole('button', { name: t('desk.join.finish') }).click();
    await expect(page.getByText(t('errors.LOGIN_CODE_INCORRECT')).first()).toBeVisible();
    await page.getByLabel(t('desk.code.label')).fill(app.generate());
    await page.getByRole('button', { name: t('desk.join.finish') }).click();
    await expect(page).toHaveURL(path('/desk'));
    await waitUntilInteractive(page, 'header button');
    await page.getByRole('button', { name: t('common.logOut') }).click();
    await expect(page).toHaveURL(path('/desk/login'));
    await page.goto(path('/desk/team'));
    await expect(page).toHaveURL(new RegExp(`${path('/desk/login')}\\?next=`));
    await page.getByLabel(t('desk.logIn.email')).fill(email);
    await page.getByRole('button', { name: t('desk.logIn.send') }).click();
    await expect(page.getByText(t('desk.logIn.sent'))).toBeVisible();
    const mail = await sandbox.mail(email, new RegExp(t('emails.staffLogIn.subject')));
    const entry = new URL(mail.links.find((one) => one.includes('/desk/login/link')) ?? '');
    await page.goto(entry.pathname + entry.hash);
    await waitUntilInteractive(page);
    await expectAccessible(page, 'desk-code');
    // No code works twice: the code of the next half minute is accepted early.
    await page.getByLabel(t('desk.code.label')).fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: t('desk.code.submit') }).click();
    await expect(page).toHaveURL(path('/desk'));
  });

  test('imports a statement, lists what does not match, and dismisses it with a reason', async ({ page }) => {
    await enterDesk(page, 'finance');
    await page.goto(path('/desk/money'));
    await waitUntilInteractive(page);
    const file = page.locator('input[type=file]');
    const csv = (text: string) => ({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await file.setInputFiles(csv('a,b\n1,2'));
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(file).toBeEnabled();
    const reference = `gift ${locale()} ${Date.now()}`;
    await file.setInputFiles(csv(`date,amount,description\n2026-11-20,120.00,${reference}`));
    await expect(page.getByRole('heading', { name: t('deskMoney.preview') })).toBeVisible();
    await page.getByRole('button', { name: t('deskMoney.bookStatement') }).click();
    await expect(page.getByRole('heading', { name: t('deskMoney.result') })).toBeVisible();
    await expect(page.getByText(`${t('deskMoney.unknown')}: 1`)).toBeVisible();
    await expectAccessible(page, 'desk-money-imported');
    const row = page
      .getByRole('listitem')
      .filter({ hasText: reference })
      .filter({ has: page.getByRole('button') });
    await row.locator('summary').click();
    await row.getByRole('button', { name: t('deskToday.dismiss') }).click();
    await row.getByRole('button', { name: t('deskToday.dismiss') }).click();
    await expect(row.getByText(t('validation.missing', { field: t('desk.reason') }))).toBeVisible();
    await row.getByLabel(t('desk.reason')).fill('A gift');
    await row.getByRole('button', { name: t('deskToday.dismiss') }).click();
    await expect(row).toHaveCount(0);
  });

  test('corrects the books of a dispute that was won after it was booked as lost @deep', async ({
    page,
    sandbox,
  }) => {
    const subscriber = await page.context().newPage();
    // A disputed card is not charged on any account any more.
    const number = locale() === 'th' ? '4716 4610 3128 7312' : '4539 1488 0343 6467';
    const { accountId } = await subscribe(subscriber, { card: { ...GOOD_CARD, number } });
    const orderPath = path(`/account/orders/${(await paidOrder(subscriber)).orderId}`);
    const chargeId = (await sandbox.chargesOf(accountId))[0]?.id ?? '';
    await enterDesk(page, 'owner');
    const disputes = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${accountId}"]`) });
    const shown = async (act: string) => {
      await page.goto(path('/desk'));
      await expect(async () => {
        await page.reload();
        await expect(disputes.getByRole('button', { name: act })).toBeVisible({ timeout: 1000 });
      }).toPass();
      await waitUntilInteractive(page, 'main li button');
      await disputes.getByRole('button', { name: act }).click();
    };
    await sandbox.dispute(chargeId, 'lost');
    await shown(t('deskToday.decide.lost'));
    await disputes.getByLabel(t('desk.reason')).fill('The bank decided');
    await disputes.getByRole('button', { name: t('deskToday.decide.lost') }).click();
    await expect(page.getByText(t('deskToday.decided'))).toBeVisible();
    const notes = (letter: string) =>
      subscriber.getByRole('link', { name: new RegExp(`${letter}-20\\d\\d-`) });
    await expect(async () => {
      await subscriber.goto(orderPath);
      await expect(notes('C')).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 90_000 });
    await sandbox.dispute(chargeId, 'won');
    await shown(t('deskToday.correct.act'));
    await expect(disputes.getByText('C-20')).toBeVisible();
    await expectAccessible(page, 'desk-correct-dispute');
    await disputes.getByRole('button', { name: t('deskToday.correct.act') }).click();
    await expect(disputes.getByText(t('validation.missing', { field: t('desk.reason') }))).toBeVisible();
    await disputes.getByLabel(t('desk.reason')).fill('Won after all');
    await disputes.getByRole('button', { name: t('deskToday.correct.act') }).click();
    await expect(page.getByText(t('deskToday.correct.done'), { exact: true })).toBeVisible();
    await expect(disputes).toHaveCount(0);
    await subscriber.goto(orderPath);
    await expect(notes('D')).toBeVisible();
    await expectAccessible(subscriber, 'order-corrected');
  });

  test('shows the parcel of a new order, and the numbers of the day', async ({ page }) => {
    await subscribe(page);
    const number = `#${(await paidOrder(page)).orderNumber}`;
    await enterDesk(page, 'owner');
    await page.goto(path('/desk'));
    const charged = page.getByRole('row').filter({ hasText: t('deskToday.span.yesterday') });
    await charged.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('deskLists.list.payments'));
    // Its own parcel: the other language sends one at the same time, and the list has pages.
    const listOf = (list: string) => path(`/desk/parcels?list=${list}&q=${number.slice(1)}`);
    await page.goto(listOf('toSend'));
    await waitUntilInteractive(page);
    const parcel = page.getByRole('listitem').filter({ hasText: number });
    await parcel.locator('summary').click();
    await parcel.getByRole('button', { name: t('deskParcels.shipped') }).click();
    await parcel.getByLabel(t('deskParcels.courier')).fill('Flash');
    await parcel.getByLabel(t('deskParcels.tracking')).fill('TH0123456789');
    await parcel.getByRole('button', { name: t('deskParcels.shipped') }).click();
    await expect(page.getByText(t('deskParcels.shippedDone'), { exact: true })).toBeVisible();
    const check = async (text: string) => {
      await page.getByRole('textbox', { name: t('deskParcels.bulkLines') }).fill(text);
      await page.getByRole('button', { name: t('deskParcels.check') }).click();
    };
    const faulty = (line: number, order: string, tracking: string, why: string) =>
      expect(page.getByText(t('deskParcels.faulty', { line, order, number: tracking, why }))).toBeVisible();
    await check(`${number}, Flash`);
    await faulty(1, number, '', t('deskParcels.fault.incomplete'));
    await check(`${number}, Flash, TH0123456780\n#99999999, Flash, TH0123456781`);
    await faulty(1, number, 'TH0123456780', t('deskParcels.fault.sent'));
    await faulty(2, '#99999999', 'TH0123456781', t('deskParcels.fault.noParcel'));
    await expectAccessible(page, 'desk-parcels');
    await page.goto(listOf('sent'));
    await expect(page.getByRole('listitem').filter({ hasText: number })).toBeVisible();
    await page.goto(path('/desk/operation'));
    await waitUntilInteractive(page);
    await page.getByLabel(t('deskOperation.incidentEn')).fill('Slow today');
    await page.getByRole('button', { name: t('deskOperation.show') }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.goto(path('/desk/integrations'));
    await waitUntilInteractive(page);
    await page.getByLabel(t('deskIntegrations.tokenName'), { exact: true }).fill(`Warehouse ${locale()}`);
    const parcels = page.getByRole('group', { name: t('deskIntegrations.scope.parcels') });
    await parcels.getByLabel(t('deskIntegrations.read')).check();
    await page.getByRole('button', { name: t('deskIntegrations.create') }).click();
    await expect(page.getByText(/^ira_[\w-]{43}$/)).toBeVisible();
    await expectAccessible(page, 'desk-integrations');
  });
});
