import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSENT_TEXT_VERSION } from '@/domain/consent';
import { WITHDRAWN_CONSENT_DAYS } from '@/domain/retention';
import { translate } from '@/locales/translate';
import { runBilling } from '@/server/billing/run';
import { transaction } from '@/server/db/client';
import { accounts, consents } from '@/server/db/schema';
import { accountOf } from '@/testing/account-door';
import { runJobs } from '@/testing/jobs';
import { createSubscriber } from '@/testing/people';
import { pass } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';
import { listConsents } from './consents';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
});
afterAll(() => world.close());

test('a consent is a row: given at registration, withdrawn by cancelling or deleting, kept for five years', async () => {
  const { browser, email } = await createSubscriber(world);
  const [account] = await world.db.select().from(accounts).where(eq(accounts.email, email));
  const accountId = account?.id ?? '';
  const ledger = async () => {
    const rows = await transaction(world.db, (tx) => listConsents(tx, accountId));
    return rows.map(({ purpose, withdrawnAt }) => `${purpose} ${withdrawnAt ? 'withdrawn' : 'in force'}`);
  };
  const [first] = await transaction(world.db, (tx) => listConsents(tx, accountId));
  expect(first).toMatchObject({ textVersion: CONSENT_TEXT_VERSION, withdrawnAt: null });
  expect(await ledger()).toEqual(['charging in force', 'data in force']);

  await browser.post('/api/subscriptions/cancel', { reason: 'other' });
  expect(await ledger()).toEqual(['charging withdrawn', 'data in force']);
  await pass(world, { minutes: 1 });
  await browser.post('/api/subscriptions/reactivate', { when: '2026-11-30', frequency: 1 });
  expect(await ledger()).toEqual(['charging withdrawn', 'data in force', 'charging in force']);

  await accountOf(browser).delete({ password: 'correct horse' });
  await runJobs();
  expect(await ledger()).toEqual(['charging withdrawn', 'data withdrawn', 'charging withdrawn']);
  const withdrawnDaysAgo = (days: number) => {
    const withdrawnAt = new Date(world.now().getTime() - days * 86_400_000);
    return transaction(world.db, (tx) => tx.update(consents).set({ givenAt: withdrawnAt, withdrawnAt }));
  };
  await transaction(world.db, (tx) => tx.delete(consents).where(eq(consents.purpose, 'charging')));
  await withdrawnDaysAgo(WITHDRAWN_CONSENT_DAYS - 1);
  await runBilling(world.ctx());
  expect(await ledger()).toEqual(['data withdrawn']);
  await withdrawnDaysAgo(WITHDRAWN_CONSENT_DAYS + 1);
  await runBilling(world.ctx());
  expect(await ledger()).toEqual([]);
});

test('the sentence that is agreed to has the version under which it is recorded', () => {
  const sentences = (['en', 'th'] as const).map((locale) => translate(locale, 'register.details.consent'));
  const hash = createHash('sha256').update(sentences.join('\n')).digest('hex').slice(0, 12);
  // A changed sentence needs a new CONSENT_TEXT_VERSION beside its new hash.
  expect({ version: CONSENT_TEXT_VERSION, hash }).toEqual({ version: '2026-11-23', hash: '2c581f1e3ae0' });
});
