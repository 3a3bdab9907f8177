import { gzipSync } from 'node:zlib';
import type { APIRequestContext, Page } from '@playwright/test';
import { keepTogether, withoutJoiners } from '@/locales/keep-together';
import { LEGAL_TEXTS } from '@/locales/legal/texts';
import { expect } from './test';
import type { Language } from './words';

/** The most bytes (after gzip) that a public page may load. */
const SCRIPT_MAX = 10_000;
const STYLE_MAX = 20_000;

/** Path, title and heading of each information page. Another test checks the home page. */
export const informationPages = ({ t, locale }: Language) => [
  { at: '/how-it-works', title: t('pages.how.title'), heading: t('pages.how.heading') },
  { at: '/plans', title: t('pages.plans.title'), heading: t('pages.plans.heading') },
  { at: '/products', title: t('pages.products.title'), heading: t('pages.products.heading') },
  { at: '/faq', title: t('faq.title'), heading: t('faq.heading') },
  ...(['privacy', 'terms'] as const).map((name) => {
    const { title } = LEGAL_TEXTS[name][locale];
    return { at: `/${name}`, title, heading: keepTogether(title) };
  }),
];

/** Returns the bytes of the files after gzip. */
async function weigh(request: APIRequestContext, addresses: string[]): Promise<number> {
  const bodies = await Promise.all(addresses.map(async (address) => (await request.get(address)).body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}

/**
 * Opens a public page. Expects finished HTML: no script of the framework, little of our own, no call of the API, and the
 * same document after the script has run.
 */
export async function openPublicPage(page: Page, address: string) {
  const sent = await (await page.request.get(address)).text();
  expect(sent, address).not.toMatch(/__next_f|_next\/static\/[^"]*\.js|<!--|<template/);
  const loaded: string[] = [];
  const note = (one: { url: () => string }) => loaded.push(new URL(one.url()).pathname);
  page.on('request', note);
  const response = await page.goto(address, { waitUntil: 'load' });
  page.off('request', note);
  const scripts = loaded.filter((path) => path.endsWith('.js'));
  expect(scripts.length, address).toBe(1);
  expect(scripts[0], address).toMatch(/^\/_site\/main-/);
  expect(await weigh(page.request, scripts), address).toBeLessThanOrEqual(SCRIPT_MAX);
  const styles = loaded.filter((path) => path.endsWith('.css'));
  expect(await weigh(page.request, styles), address).toBeLessThanOrEqual(STYLE_MAX);
  const calls = loaded.filter((path) => path.startsWith('/api/'));
  expect(calls, address).toEqual([]);
  const parsed = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'text/html').documentElement.outerHTML,
    sent,
  );
  expect(await page.evaluate(() => document.documentElement.outerHTML), address).toBe(parsed);
  return response;
}

const linked = (page: Page, selector: string) =>
  page.locator(`head link${selector}`).evaluate((link) => (link as HTMLLinkElement).href);

/** Expects title, heading, picture and the addresses in each language of an information page. */
export async function expectIndexed(page: Page, words: Language, at: string): Promise<void> {
  const found = informationPages(words).find((one) => one.at === at);
  if (!found) return;
  const site = new URL(page.url()).origin;
  await expect(page).toHaveTitle(`${withoutJoiners(found.title)} · ira`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(found.heading);
  expect(await linked(page, '[rel=canonical]')).toBe(site + words.path(at));
  expect(await linked(page, '[rel=alternate][hreflang=en]')).toBe(site + at);
  expect(await linked(page, '[rel=alternate][hreflang=th]')).toBe(`${site}/th${at}`);
  expect(await linked(page, '[rel=alternate][hreflang=x-default]')).toBe(site + at);
  const image = page.locator('meta[property="og:image"]');
  await expect(image).toHaveAttribute('content', new RegExp(`/og/${words.locale}\\.png$`));
}

/** What no Thai page breaks across lines: compound words, the packs of a product, dates. */
const UNBROKEN = [
  ...['ผ้า?อนามัย', 'แผ่น?อนามัย', 'ความ?เป็น?ส่วน?ตัว', 'รหัส?ผ่าน', 'ทุก?รอบ'].map((word) =>
    word.replaceAll('?', '\u2060?'),
  ),
  '\\d+\\s×\\sผ้า\u2060?อนามัย',
  '\\d{1,2}\\s\\S{2,5}\\.\\s\\d{4}',
];

/** Expects that no date, packs of a product or compound word is broken across lines at the width of the screen. */
export async function expectUnbroken(page: Page, name: string): Promise<void> {
  const broken = await page.evaluate((sources) => {
    const found: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      for (const { 0: text, index } of sources.flatMap((source) => [
        ...node.data.matchAll(RegExp(source, 'g')),
      ])) {
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) found.push(text);
      }
    }
    return found;
  }, UNBROKEN);
  expect.soft(broken, `${name} at ${page.viewportSize()?.width} px`).toEqual([]);
}
