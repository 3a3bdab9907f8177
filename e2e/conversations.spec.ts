import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { locale, path, t } from './support/words';

const field = (name: 'name' | 'email' | 'text') => t(`contact.${name}`);

test('a visitor writes, the desk answers by mail, and the visitor writes on behind the link @thai', async ({
  page,
  sandbox,
}) => {
  const name = `Somsri ${locale()} ${Date.now()}`;
  const email = `somsri-${Date.now()}@example.test`;
  await page.goto(path('/faq'));
  await page
    .getByRole('main')
    .getByRole('link', { name: t('contact.fromFaq') })
    .click();
  await waitUntilInteractive(page);
  await page.getByRole('button', { name: t('contact.send') }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3);
  await expectAccessible(page, 'contact-errors');
  await page.getByLabel(field('name')).fill(name);
  await page.getByLabel(field('email')).fill(email);
  await page.getByLabel(field('text')).fill('Please send my box to 12 Soi Ari 4.\n<b>Thank you</b>');
  await page.getByRole('button', { name: t('contact.send') }).click();
  await expect(page.getByRole('heading', { name: t('contact.sentTitle') })).toBeFocused();

  const desk = await page.context().newPage();
  await enterDesk(desk, 'support');
  await desk.goto(path('/desk/conversations'));
  await desk.getByRole('link', { name }).click();
  await expect(desk.getByText(t('deskInbox.unproven.title'))).toBeVisible();
  const thread = desk.getByRole('region', { name: t('deskInbox.thread'), exact: true });
  await expect(thread.getByText('<b>Thank you</b>')).toBeVisible();
  await waitUntilInteractive(desk, 'main textarea');
  await expectAccessible(desk, 'desk-conversation');
  const answer = desk.getByLabel(t('deskInbox.answer.label'));
  await answer.fill('[order]');
  await desk.getByRole('button', { name: t('deskInbox.answer.email'), exact: true }).click();
  await expect(desk.getByText(t('validation.openField'))).toBeVisible();
  await answer.fill('');
  await desk.getByRole('button', { name: t('deskInbox.unproven.insert') }).click();
  await expect(answer).toHaveValue(/\/login\?next=/);
  await desk.getByRole('button', { name: t('deskInbox.answer.email'), exact: true }).click();
  await expect(answer).toHaveValue('');
  await expect(thread.getByText(t('deskInbox.state.waiting')).first()).toBeVisible();

  const mail = await sandbox.mail(email);
  const link = mail.links.find((one) => one.includes('/talk/')) ?? '';
  await page.goto(new URL(link).pathname);
  await waitUntilInteractive(page);
  await expect(page.getByText('/login?next=')).toBeVisible();
  await page.getByLabel(t('contact.talk.text')).fill('I will log in.');
  await page.getByRole('button', { name: t('contact.talk.send') }).click();
  await expect(page.getByText(t('contact.talk.sent'))).toBeVisible();
  await expectAccessible(page, 'talk');

  await desk.reload();
  await expect(thread.getByText('I will log in.')).toBeVisible();
  await waitUntilInteractive(desk, 'main textarea');
  await desk.getByRole('button', { name: t('deskInbox.close'), exact: true }).click();
  await expect(thread.getByText(t('deskInbox.state.closed')).first()).toBeVisible();
});

test('a subscriber asks about an order, and the desk acts beside the thread @thai', async ({ page }) => {
  await subscribe(page.context());
  await page.goto(path('/contact'));
  await waitUntilInteractive(page);
  await page.getByLabel(t('contact.order')).selectOption({ index: 1 });
  const text = `Can I skip this one? ${Date.now()}`;
  await page.getByLabel(field('text')).fill(text);
  await page.getByRole('button', { name: t('contact.send') }).click();
  await expect(page.getByRole('heading', { name: t('contact.sentTitle') })).toBeVisible();

  const desk = await page.context().newPage();
  await enterDesk(desk, 'owner');
  await desk.goto(path('/desk/conversations'));
  await desk.getByRole('link').filter({ hasText: text }).click();
  await expect(desk.getByText(t('deskInbox.side.chosen'))).toBeVisible();
  await waitUntilInteractive(desk, 'main textarea');
  await desk.getByRole('button', { name: t('deskInbox.note.open') }).click();
  await desk.getByLabel(t('deskInbox.note.label')).fill('She asks before each order.');
  await desk.getByRole('button', { name: t('deskInbox.note.add') }).click();
  const thread = desk.getByRole('region', { name: t('deskInbox.thread'), exact: true });
  await expect(thread.getByText('She asks before each order.')).toBeVisible();
  await expectAccessible(desk, 'desk-conversation-proven');
});
