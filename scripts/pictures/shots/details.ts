import { becomeSubscriber, PASSWORD } from './subscriber';
import { freshEmail, visit, type Walk } from './walk';

/**
 * Shows every form of the details of a new subscriber, refused and accepted, and last the deletion of the
 * account.
 */
export async function detailsWalk(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  const { origin, pathname } = new URL(at('/'));
  await becomeSubscriber(page, origin, pathname === '/th' ? 'th' : 'en');
  await visit(page, at('/account/details'));
  await shoot('details');
  await personal(walk);
  await address(walk);
  await email(walk);
  await password(walk);
  await leaving(walk);
}

async function refuse({ page, shoot }: Walk, name: string): Promise<void> {
  await page.locator('main form button[type=submit]').click();
  await page.locator('main [role=alert]').first().waitFor();
  await shoot(name);
}

async function personal(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  await visit(page, at('/account/details/personal'));
  await shoot('details-personal');
  await page.locator('#personal-firstName').fill('');
  await page.locator('#personal-phone').fill('12');
  await refuse(walk, 'details-personal-refused');
  await page.locator('#personal-firstName').fill('มาลีรัตน์');
  await page.locator('#personal-phone').fill('+66 89 876 5432');
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/details$/);
  await page.locator('.mantine-Notification-root').waitFor();
  await shoot('details-saved', { full: false });
}

async function address(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  await visit(page, at('/account/details/address'));
  await page.locator('main form ol li').first().waitFor();
  await shoot('details-address');
  await page.locator('#address-postalCode').fill('50000');
  await page.locator('#address-area').waitFor();
  await shoot('details-address-area');
  await page.locator('#address-area').selectOption({ index: 1 });
  await page.locator('main form ol s').first().waitFor();
  await shoot('details-address-fee');
  await page.locator('#address-postalCode').fill('1');
  await refuse(walk, 'details-address-refused');
}

async function email(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  await visit(page, at('/account/details/email'));
  await shoot('details-email');
  await refuse(walk, 'details-email-refused');
  await page.locator('#email-email').fill(freshEmail());
  await page.locator('#email-password').fill(PASSWORD);
  await page.locator('main form button[type=submit]').click();
  await page.locator('[data-tone=good]').waitFor();
  await shoot('details-email-sent');
  await visit(page, at('/account/details'));
  await shoot('details-email-waiting');

  await visit(page, at('/account/email'));
  await page.locator('main a').waitFor();
  await shoot('confirm-email-incomplete');
  await visit(page, `${at('/account/email')}#not-a-secret-that-we-know`);
  await shoot('confirm-email');
  await page.locator('main button').click();
  await page.locator('main a').waitFor();
  await shoot('confirm-email-expired');
}

async function password(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  await visit(page, at('/account/details/password'));
  await shoot('details-password');
  await page.locator('#password-currentPassword').fill('not this one');
  await page.locator('#password-password').fill('short');
  await page.locator('#password-confirmPassword').fill('other');
  await refuse(walk, 'details-password-refused');
}

async function leaving(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  await visit(page, at('/account/details/delete'));
  await shoot('delete-account');
  await page.locator('#delete-password').fill('not this one');
  await refuse(walk, 'delete-account-refused');
  await page.locator('#delete-password').fill(PASSWORD);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/deleted/);
  await page.locator('[data-tone=good]').waitFor();
  await shoot('deleted-account', { full: false });
}
