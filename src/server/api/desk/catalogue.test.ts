import { afterEach, describe, expect, test } from 'vitest';
import type { DeskCatalogue, ChangeView } from '@/server/desk/reads/catalogue';
import type { Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { runJobs } from '@/testing/jobs';
import { forgetPriceChanges } from '@/testing/price-changes';
import { plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
afterEach(() => forgetPriceChanges(world));

const call = (browser: Browser, name: string, input: unknown) =>
  callDesk(browser, `catalogue.${name}`, { input });
const read = async (browser: Browser) =>
  (await callDesk(browser, 'catalogue.read', { kind: 'query' })).data as DeskCatalogue;
const viewOf = async (browser: Browser, changeId: string) =>
  (await callDesk(browser, 'catalogue.priceChange', { kind: 'query', input: { changeId } }))
    .data as ChangeView;
const dearer = (base: string, from?: string) => ({
  base,
  products: [{ code: 'day-pads', listPrice: 16_900 }],
  fees: [],
  from,
});

describe('the catalogue of the desk', () => {
  test('rehearses a price change by a job, saves it with a reason, and withdraws it', async () => {
    await plantSubscriber(world);
    const [owner, finance] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'finance')];
    const { latest } = await read(owner);
    const requested = await call(owner, 'rehearse', dearer(latest.key, '2026-12-24'));
    const { id: changeId } = requested.data as { id: string };
    expect(await viewOf(owner, changeId)).toMatchObject({ state: 'waiting', result: null });
    expect((await call(owner, 'savePrices', { changeId, why: 'Cotton' })).code).toBe('REFUSED');
    await runJobs();
    const rehearsed = await viewOf(finance, changeId);
    expect(rehearsed).toMatchObject({ state: 'rehearsed', read: { count: 1, whole: 1 } });
    expect(rehearsed.result).toMatchObject({ subscriptions: 1, higher: 1, monthly: 3_000 });
    expect((await call(finance, 'savePrices', { changeId, why: 'Cotton' })).code).toBe('NOT_ALLOWED');
    expect((await call(owner, 'savePrices', { changeId, why: ' ' })).code).toBe('INPUT_INVALID');
    expect((await call(owner, 'savePrices', { changeId, why: 'Cotton' })).code).toBe('ok');
    const planned = await read(owner);
    expect(planned.planned).toMatchObject([{ id: changeId, from: '2026-12-24' }]);
    expect(planned.products.find(({ code }) => code === 'day-pads')?.listPrice).toBe(14_900);
    expect((await call(owner, 'rehearse', dearer(planned.latest.key))).code).toBe('REFUSED');
    expect((await call(owner, 'withdrawPrices', { changeId, why: 'Too early' })).code).toBe('ok');
    expect((await read(owner)).planned).toEqual([]);
    expect((await viewOf(owner, changeId)).state).toBe('withdrawn');
  });

  test('refuses a stale tab, and a change that does not exist', async () => {
    const owner = await memberBrowser(world, 'owner');
    const refused = await call(owner, 'rehearse', dearer('of an older page'));
    expect(refused.code).toBe('REFUSED');
    expect((await call(owner, 'savePrices', { changeId: 'prc_none', why: 'Cotton' })).code).toBe('REFUSED');
    const none = { kind: 'query', input: { changeId: 'prc_none' } } as const;
    expect((await callDesk(owner, 'catalogue.priceChange', none)).code).toBe('NOT_FOUND');
  });

  test('counts the active subscriptions with a product in their box', async () => {
    await plantSubscriber(world);
    const support = await memberBrowser(world, 'support');
    const holders = async (code: string) =>
      (await callDesk(support, 'catalogue.holders', { kind: 'query', input: { code } })).data;
    expect(await holders('day-pads')).toEqual({ subscriptions: 1 });
    expect(await holders('starter-pack')).toEqual({ subscriptions: 0 });
    expect((await call(support, 'setSold', { code: 'day-pads', sold: false, why: 'None left' })).code).toBe(
      'NOT_ALLOWED',
    );
  });
});
