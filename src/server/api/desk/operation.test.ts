import { afterEach, describe, expect, test } from 'vitest';
import { switchMaintenance } from '@/server/desk/acts/switches';
import type { Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { withWorld } from '@/testing/with-world';
import type { Operation } from '../../desk/reads/operation';

const world = withWorld({ cleanup: 'empty' });
const soon = { timeout: 10_000, interval: 50 };

const call = (browser: Browser, name: string, input: unknown) =>
  callDesk(browser, `operation.${name}`, { input });
const read = async (browser: Browser) =>
  (await callDesk(browser, 'operation.read', { kind: 'query' })).data as Operation;

afterEach(() => switchMaintenance({ ...world.ctx(), operator: 'operator' }, false));

describe('the shop page of the desk', () => {
  test('stays open during the maintenance that it began, and ends it', async () => {
    const owner = await memberBrowser(world, 'owner');
    await call(owner, 'maintenance', { on: true });
    await expect.poll(async () => (await world.request('GET', '/api/me')).status, soon).toBe(503);
    expect((await read(owner)).maintenance).toBe(true);
    expect((await call(owner, 'maintenance', { on: false })).code).toBe('ok');
    await expect.poll(async () => (await world.request('GET', '/api/me')).status, soon).toBe(401);
  });

  test('pauses and resumes billing, for the owner and not for support', async () => {
    const [owner, support] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'support')];
    expect((await call(support, 'pauseBilling', { on: true })).code).toBe('NOT_ALLOWED');
    await call(owner, 'pauseBilling', { on: true });
    expect((await read(support)).billingPausedSince).not.toBeNull();
    await call(owner, 'pauseBilling', { on: false });
    expect((await read(support)).billingPausedSince).toBeNull();
  });

  test('shows a banner in both languages or the standard text, and refuses one language alone', async () => {
    const owner = await memberBrowser(world, 'owner');
    expect((await call(owner, 'incident', { on: true, en: 'Slow', th: '' })).code).toBe('REFUSED');
    await call(owner, 'incident', { on: true, en: 'Slow', th: 'ช้า' });
    expect((await read(owner)).incident).toEqual({ on: true, text: { en: 'Slow', th: 'ช้า' } });
    await call(owner, 'incident', { on: false, en: '', th: '' });
    expect((await read(owner)).incident).toEqual({ on: false, text: null });
  });

  test('creates a discount code once, refuses one above the price, and ends it once', async () => {
    const owner = await memberBrowser(world, 'owner');
    const code = { code: 'DESK10', kind: 'percent', value: 10 };
    const spellings = [code, { ...code, code: 'ＤＥＳＫ–10' }];
    const answers = await Promise.all(spellings.map((one) => call(owner, 'createCode', one)));
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(['REFUSED', 'ok']);
    const tooMuch = { ...code, code: 'DESK101', value: 101 };
    expect((await call(owner, 'createCode', tooMuch)).code).toBe('REFUSED');

    expect((await call(owner, 'endCode', { code: 'desk 10' })).code).toBe('ok');
    expect((await call(owner, 'endCode', { code: 'DESK10' })).code).toBe('REFUSED');
  });
});
