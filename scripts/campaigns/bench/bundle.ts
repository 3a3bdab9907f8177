import { sheetPath } from '@/locales/sheet-path';
import { gzipSync } from 'node:zlib';
import { addDays, dayOf } from '@/domain/day';
import { cancelAll, signIn, writeSubscribers, type Wanted } from './subscribers';
import type { Report } from './report';
import type { Stage } from './stage';
import { targetText, verdictOf } from './verdict';

type Who = 'nobody' | 'subscriber' | 'cancelled';

/** The budget of each page for compressed scripts, in kB (1,000 bytes). Null: no budget. */
const PAGES: { path: string; who: Who; budget: number | null }[] = [
  { path: '/', who: 'nobody', budget: 10 },
  { path: '/th', who: 'nobody', budget: 10 },
  ...['/how-it-works', '/plans', '/products', '/faq', '/privacy', '/terms'].map((path) => ({
    path,
    who: 'nobody' as const,
    budget: 10,
  })),
  { path: '/register', who: 'nobody', budget: 169 },
  ...['/login', '/login/magic-link', '/login/link', '/forgot-password', '/reset-password'].map((path) => ({
    path,
    who: 'nobody' as const,
    budget: 169,
  })),
  ...[
    '/account',
    ...(['contents', 'rhythm', 'pause', 'cancel'] as const).map((name) => sheetPath(name)),
    '/account/details',
    '/account/details/passkeys',
    '/account/cards',
  ].map((path) => ({ path, who: 'subscriber' as const, budget: 169 })),
  { path: sheetPath('restart'), who: 'cancelled', budget: 169 },
];

/**
 * Returns the script files that a page loads first: `<script src>` and preloaded scripts. Leaves out scripts
 * for browsers without modules.
 */
function scriptsOf(html: string): string[] {
  const found = [...html.matchAll(/<(script|link)\b([^>]*)>/gi)].flatMap(([, tag = '', attributes = '']) => {
    const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1];
    const rel = value('rel');
    const preloaded = rel === 'modulepreload' || (rel === 'preload' && value('as') === 'script');
    if (tag.toLowerCase() === 'link') return preloaded ? [value('href')] : [];
    return /\bnomodule\b/i.test(attributes) ? [] : [value('src')];
  });
  return [...new Set(found.filter((src) => src !== undefined))];
}

const stylesOf = (html: string) => [
  ...new Set(
    [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"/gi)].map(([, href = '']) => href),
  ),
];

/** Measures the compressed scripts of the public pages, the registration and every account page. */
export async function bundle(stage: Stage): Promise<Report[]> {
  const url = await stage.database('bundle');
  const cookies = await writeVisitors(url);
  const { port } = await stage.web(url);
  const origin = `http://127.0.0.1:${port}`;
  const weights = new Map<string, Promise<number>>();
  const weigh = (path: string) => {
    const file = new URL(path.replaceAll('&amp;', '&'), origin);
    if (file.origin !== origin) throw new Error(`a page loads ${file.href} from elsewhere`);
    const weight = weights.get(file.href) ?? weighFile(file.href, stage.signal);
    weights.set(file.href, weight);
    return weight;
  };
  const weighAll = async (paths: string[]) =>
    (await Promise.all(paths.map(weigh))).reduce((sum, bytes) => sum + bytes, 0) / 1000;

  const rows: Report['rows'] = [];
  const failures: string[] = [];
  const payPage = { path: await openPayPage(origin, stage.signal), who: 'nobody' as const, budget: 20 };
  for (const { path, who, budget } of [...PAGES, payPage]) {
    const page = await readPage(origin, path, cookies[who], stage.signal);
    const scripts = scriptsOf(page.html);
    const kilobytes = page.found ? await weighAll(scripts) : null;
    if (kilobytes === null) failures.push(`${path} was not weighed: it answered ${page.said}`);
    const target = budget === null ? null : { atMost: budget };
    rows.push({
      page: path.replace(/^\/pay\/.*/, '/pay/…'),
      files: scripts.length,
      'script kB': kilobytes,
      target: targetText(target),
      verdict: kilobytes === null ? page.said : verdictOf(kilobytes, target),
      'style kB': page.found ? await weighAll(stylesOf(page.html)) : null,
      'html kB': gzipSync(page.html).length / 1000,
    });
  }
  const title = 'bundle: what a browser loads at first, gzip, 1 kB = 1,000 bytes';
  return [{ title, rows, notes: [], failures }];
}

/** Inserts the subscribers who open the pages. @returns the `Cookie` header of each */
async function writeVisitors(url: string): Promise<Record<Who, string | undefined>> {
  const now = new Date();
  const nextPayment = addDays(dayOf(now), 10);
  const [subscriber, cancelled] = ['subscriber', 'cancelled'].map((group) => ({
    group,
    count: 1,
    nextPayment,
    now,
  })) as [Wanted, Wanted];
  for (const people of [subscriber, cancelled]) await writeSubscribers(url, people);
  await cancelAll(url, cancelled);
  const cookieOf = async (people: Wanted) => (await signIn(url, people))[0];
  return { nobody: undefined, subscriber: await cookieOf(subscriber), cancelled: await cookieOf(cancelled) };
}

/** Loads a page. `found` is false for a redirect, because the redirect leads to another page. */
async function readPage(origin: string, path: string, cookie: string | undefined, signal: AbortSignal) {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const response = await fetch(`${origin}${path}`, { headers, signal, redirect: 'manual' });
  const html = await response.text();
  const to = response.headers.get('location');
  const said = to === null ? `${response.status}` : `${response.status} → ${new URL(to, origin).pathname}`;
  return { html, found: response.status === 200, said };
}

async function weighFile(href: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(href, { signal });
  if (response.status !== 200) throw new Error(`${href} answered ${response.status}`);
  return gzipSync(Buffer.from(await response.arrayBuffer())).length;
}

/** Registers a subscriber who pays offline through the REST API. @returns the path of the pay page */
async function openPayPage(origin: string, signal: AbortSignal): Promise<string> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie: [...cookies.values()].join('; ') },
      body: JSON.stringify(body),
      signal,
    });
    const answer = (await response.json()) as { data?: Record<string, unknown> };
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${JSON.stringify(answer)}`);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.split('=', 1)[0] ?? '', pair);
    }
    return answer.data ?? {};
  };
  await post('/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 2 }] },
    details: { firstName: 'Pay', lastName: 'Page', phone: '0812345678' },
    email: 'pay-page@example.test',
    password: 'a password of the bench',
    locale: 'en',
    consent: true,
  });
  await post('/api/register/delivery', {
    address: '1 Rama IV Road',
    subdistrict: 'Khlong Toei',
    district: 'Khlong Toei',
    province: 'Bangkok',
    postalCode: '10110',
  });
  const { paymentUrl } = await post('/api/register/payment/offline', {});
  return new URL(String(paymentUrl)).pathname;
}
