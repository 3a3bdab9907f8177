import { expectAccessible } from './support/accessible';
import { payPath, registerOffline } from './support/offline';
import { control } from './support/sandbox';
import { expect, test, waitUntilInteractive } from './support/test';
import { t } from './support/words';

// The server refuses a picture without a code.
test.use({ expectedErrors: /status of 400/ });

test('a payer sends the slip of another account, then that of the transfer, and has paid @thai', async ({
  page,
  sandbox,
}) => {
  const { paymentUrl } = await registerOffline(page);
  const slipOf = async (elsewhere: boolean) => {
    const line = await control<{ id: string }>('POST', '/bank/transfers', {
      amount: 37_525,
      reference: 'thank you',
      elsewhere,
    });
    const picture = await fetch(`${sandbox.url}/bank/slips/${line.id}.jpg`);
    return { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await picture.arrayBuffer()) };
  };
  await page.goto(payPath(paymentUrl));
  await waitUntilInteractive(page);
  const input = page.getByLabel(t('payments.slip.send'));
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(page.getByText(t('payments.slip.unreadable'))).toBeVisible();
  await input.setInputFiles('public/og/icon-192.png');
  await expect(page.getByText(t('errors.SLIP_UNREADABLE'))).toBeVisible();
  await input.setInputFiles(await slipOf(true));
  await expect(page.getByText(t('payments.slip.state.foreign'))).toBeVisible();
  await expectAccessible(page, 'slip-foreign');
  await input.setInputFiles(await slipOf(false));
  await expect(page).toHaveURL(/\/register\/confirmation$/);
});
