import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CONSENT_TEXT_VERSION } from '@/domain/consent';
import { WITHDRAWN_CONSENT_DAYS } from '@/domain/retention';
import { translate } from '@/locales/translate';
import { purgeExpired } from '@/server/work/jobs/purge';
import { transaction } from '@/server/db';
import { accounts, consents, subscriptions } from '@/server/db/schema';
import { accountOf } from '@/testing/account-caller';
import { runJobs } from '@/testing/jobs';
import { createBrowser, createSubscriber, registration } from '@/testing/browser';
import { pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { listConsents } from './consents';

const world = withWorld();

test('a consent is given at registration, withdrawn by cancelling or deleting, and kept for five years', async () => {
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

  const { consents: shown } = await accountOf(browser).consents();
  expect(shown.map(({ purpose, withdrawnAt }) => [purpose, withdrawnAt !== null])).toEqual([
    ['charging', true],
    ['data', false],
    ['charging', false],
  ]);

  await accountOf(browser).delete({ password: 'correct horse' });
  await runJobs();
  expect(await ledger()).toEqual(['charging withdrawn', 'data withdrawn', 'charging withdrawn']);
  const withdrawnDaysAgo = (days: number) => {
    const withdrawnAt = new Date(world.now().getTime() - days * 86_400_000);
    return transaction(world.db, (tx) => tx.update(consents).set({ givenAt: withdrawnAt, withdrawnAt }));
  };
  await transaction(world.db, (tx) => tx.delete(consents).where(eq(consents.purpose, 'charging')));
  await withdrawnDaysAgo(WITHDRAWN_CONSENT_DAYS - 1);
  await purgeExpired(world.ctx());
  expect(await ledger()).toEqual(['data withdrawn']);
  await withdrawnDaysAgo(WITHDRAWN_CONSENT_DAYS + 1);
  await purgeExpired(world.ctx());
  expect(await ledger()).toEqual([]);
});

test('consents are separate: each is required, and an older single consent counts for both', async () => {
  const apart = (consent: boolean, chargingConsent: boolean) =>
    createBrowser(world).post('/api/register', registration({ consent, chargingConsent }));
  const given = await apart(true, true);
  expect(given.status).toBe(200);
  for (const [refused, field] of [
    [await apart(true, false), 'chargingConsent'],
    [await apart(false, true), 'consent'],
  ] as const) {
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fieldErrors ?? {})).toEqual([field]);
  }
  const together = await createBrowser(world).post('/api/register', registration({ consent: true }));
  const purposes = await world.db
    .select({ registrationId: subscriptions.id, purpose: consents.purpose })
    .from(consents)
    .innerJoin(subscriptions, eq(subscriptions.accountId, consents.accountId))
    .orderBy(consents.purpose);
  for (const { body } of [given, together])
    expect(
      purposes.filter((row) => row.registrationId === body.data.registrationId).map(({ purpose }) => purpose),
    ).toEqual(['charging', 'data']);
});

test('the consent texts match the recorded version', () => {
  const sentences = (['consent', 'chargingConsent'] as const).flatMap((name) =>
    (['en', 'th'] as const).map((locale) => translate(locale, `register.details.${name}`)),
  );
  const hash = createHash('sha256').update(sentences.join('\n')).digest('hex').slice(0, 12);
  // A changed text needs a new CONSENT_TEXT_VERSION and a new hash.
  expect({ version: CONSENT_TEXT_VERSION, hash }).toEqual({ version: '2026-11-24', hash: 'e057d31d24e4' });
});
