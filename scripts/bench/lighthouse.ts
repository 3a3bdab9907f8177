import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBrowser } from '../browser.mjs';
import { say } from '../launch/terminal.mjs';
import type { Size } from './main';
import type { Report } from './report';
import { spreadOf } from './rounds';
import type { Stage } from './stage';
import { targetText, verdictOf } from './verdict';

const run = promisify(execFile);

/** The version of Lighthouse that `npx` downloads. Lighthouse is not a dependency. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS_MAX = 5;
const PAGES = [
  '/',
  '/th',
  '/how-it-works',
  '/plans',
  '/products',
  '/th/products',
  '/faq',
  '/privacy',
  '/terms',
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TARGETS = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
/**
 * The lowest useful result of Lighthouse's own machine benchmark. Below this value the machine determines the
 * performance score.
 */
const SLOW_MACHINE = 1500;
/**
 * The most tries per page. A try without a report is repeated, because the browser sometimes returns no trace
 * ("NO_NAVSTART").
 */
const TRIES = 3;

type Category = (typeof CATEGORIES)[number];

interface Audit {
  title: string;
  score: number | null;
  numericValue?: number;
}

interface Result {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
}

/** Runs Lighthouse on the public pages of the production web process, as a slow phone. Reports the median scores. */
export async function lighthouse(stage: Stage, { rounds }: Size): Promise<Report[]> {
  const chrome = await ensureBrowser({ signal: stage.signal });
  const { port } = await stage.web(await stage.database('pages'));
  const folder = mkdtempSync(join(tmpdir(), 'ira-lighthouse-'));
  const rows: Report['rows'] = [];
  const notes = new Set<string>();
  try {
    for (const page of PAGES) {
      const results: Result[] = [];
      for (let round = 0; round < Math.min(rounds, RUNS_MAX); round += 1) {
        results.push(
          await audited(`http://127.0.0.1:${port}${page}`, { chrome, folder, signal: stage.signal }),
        );
      }
      for (const note of results.flatMap((result) => lostPoints(page, result))) notes.add(note);
      const row = rowOf(page, results);
      rows.push(row);
      say(`audited: ${JSON.stringify(row)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const title = `lighthouse: Lighthouse, mobile, simulated throttling, median of ${Math.min(rounds, RUNS_MAX)}`;
  return [{ title, rows, notes: [...notes] }];
}

interface Tools {
  chrome: string;
  folder: string;
  signal: AbortSignal;
}

/** Runs Lighthouse on a URL. @throws Error if every try failed or the benchmark was stopped */
async function audited(url: string, tools: Tools, tries = TRIES): Promise<Result> {
  try {
    return await audit(url, tools);
  } catch (error) {
    if (tries <= 1 || tools.signal.aborted) throw error;
    say(`once more, it broke off: ${url}`);
    return audited(url, tools, tries - 1);
  }
}

async function audit(url: string, { chrome, folder, signal }: Tools): Promise<Result> {
  const file = join(folder, 'report.json');
  const flags = '--headless=new --no-sandbox --disable-dev-shm-usage --disable-background-networking';
  const args = ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`];
  await run('npx', [...args, `--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=${flags}`], {
    env: { ...process.env, CHROME_PATH: chrome },
    signal,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(readFileSync(file, 'utf8')) as Result;
}

function rowOf(page: string, results: Result[]): Report['rows'][number] {
  const middle = (pick: (result: Result) => number) => spreadOf(results.map(pick)).median;
  const score = (category: Category) =>
    Math.round(middle(({ categories }) => categories[category].score ?? NaN) * 100);
  const numeric = (id: string) => middle(({ audits }) => audits[id]?.numericValue ?? NaN);
  const machine = middle(({ environment }) => environment.benchmarkIndex);
  const missed = CATEGORIES.filter(
    (name) =>
      verdictOf(score(name), { atLeast: TARGETS[name] }) === 'missed' &&
      (name !== 'performance' || machine >= SLOW_MACHINE),
  );
  const silent = machine < SLOW_MACHINE ? 'performance not judged: slow machine' : '';
  return {
    page,
    ...Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])),
    target: `${targetText({ atLeast: TARGETS.performance })}, the others 100`,
    verdict: [missed.length > 0 ? `missed: ${missed.join(', ')}` : 'reached', silent]
      .filter(Boolean)
      .join('; '),
    'LCP s': numeric('largest-contentful-paint') / 1000,
    'TBT ms': Math.round(numeric('total-blocking-time')),
    CLS: numeric('cumulative-layout-shift'),
    machine: Math.round(machine),
  };
}

/** Returns the failed audits of a page. Ignores the performance audits. */
function lostPoints(page: string, { categories, audits }: Result): string[] {
  return CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${page}: ${name}: ${audits[id]?.title ?? id}`),
  );
}
