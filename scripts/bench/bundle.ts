import { gzipSync } from 'node:zlib';
import { addDays, dayOf } from '@/domain/day';
import { signIn, writeSubscribers } from './people';
import type { Report } from './report';
import type { Stage } from './stage';

/** Budgets in kB (1,000 bytes) of compressed script per page; null where none is set. */
const PAGES: { path: string; signedIn: boolean; budget: number | null }[] = [
  { path: '/', signedIn: false, budget: 170 },
  { path: '/th', signedIn: false, budget: 170 },
  { path: '/register', signedIn: false, budget: 230 },
  { path: '/login', signedIn: false, budget: null },
  { path: '/account', signedIn: true, budget: null },
];

/**
 * The script files that a browser loads for a page at first: `<script src>` and preloaded ones. Those for browsers
 * without modules are left out, as a browser does.
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

/** Weighs the scripts of the pages people come to first. */
export async function bundle(stage: Stage): Promise<Report[]> {
  const url = await stage.database('bundle');
  const now = new Date();
  const people = { group: 'bundle', count: 1, nextPayment: addDays(dayOf(now), 10), now };
  await writeSubscribers(url, people);
  const [cookie = ''] = await signIn(url, people);
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
  for (const { path, signedIn, budget } of PAGES) {
    const headers: Record<string, string> = signedIn ? { cookie } : {};
    const response = await fetch(`${origin}${path}`, { headers, signal: stage.signal });
    const html = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    const scripts = scriptsOf(html);
    const kilobytes = await weighAll(scripts);
    rows.push({
      page: response.redirected ? `${path} → ${new URL(response.url).pathname}` : path,
      files: scripts.length,
      'script kB': kilobytes,
      'budget kB': budget,
      ' ': budget === null ? '' : kilobytes <= budget ? 'within' : 'over',
      'style kB': await weighAll(stylesOf(html)),
      'html kB': gzipSync(html).length / 1000,
    });
  }
  return [{ title: 'bundle: what a browser loads at first, gzip, 1 kB = 1,000 bytes', rows, notes: [] }];
}

async function weighFile(href: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(href, { signal });
  if (response.status !== 200) throw new Error(`${href} answered ${response.status}`);
  return gzipSync(Buffer.from(await response.arrayBuffer())).length;
}
