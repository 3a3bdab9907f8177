import { expectAccessible } from './support/accessible';
import { payPath, registerOffline } from './support/offline';
import { control } from './support/sandbox';
import { expect, test, waitUntilInteractive } from './support/test';
import { journeyLanguages, thai } from './support/words';

// The server refuses a picture without a code.
test.use({ expectedErrors: /status of 400/ });

for (const words of journeyLanguages) {
  const { t, locale } = words;

  test(`a payer sends the slip of another account, then that of the transfer, and has paid (${locale})`, async ({
    page,
    sandbox,
  }) => {
    const { paymentUrl } = await registerOffline(page, words);
    const slipOf = async (elsewhere: boolean) => {
      const line = await control<{ id: string }>('POST', '/bank/transfers', {
        amount: 37_525,
        reference: 'thank you',
        elsewhere,
      });
      const picture = await fetch(`${sandbox.url}/bank/slips/${line.id}.jpg`);
      return { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await picture.arrayBuffer()) };
    };
    await page.goto(payPath(words, paymentUrl));
    await waitUntilInteractive(page);
    const input = page.getByLabel(t('payments.slip.send'));
    await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await expect(page.getByText(t('payments.slip.unreadable'))).toBeVisible();
    await input.setInputFiles('public/og/icon-192.png');
    await expect(page.getByText(t('errors.SLIP_UNREADABLE'))).toBeVisible();
    await input.setInputFiles(await slipOf(true));
    await expect(page.getByText(t('payments.slip.state.foreign'))).toBeVisible();
    await expectAccessible(page, `slip-foreign-${locale}`);
    await page.goto(payPath(thai, paymentUrl));
    await expect(page.getByText(thai.t('payments.slip.state.foreign'))).toBeVisible();
    await expectAccessible(page, 'slip-foreign-th');
    await page.goto(payPath(words, paymentUrl));
    await waitUntilInteractive(page);
    await input.setInputFiles(await slipOf(false));
    await expect(page).toHaveURL(/\/register\/confirmation$/);
  });
}
