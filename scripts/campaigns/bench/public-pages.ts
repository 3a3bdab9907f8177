import { measureCases, type Case, type Measured } from './measure';
import type { Cell, Report } from './report';
import { ratiosOf, spreadOf } from './rounds';
import type { Size, Stage } from './stage';
import { targetText, verdictOf } from './verdict';

const CONNECTIONS = 50;
const P99 = { atMost: 2 };
/** The least rate of each page. The HTML of log-in and registration gets a nonce for each response. */
const PAGES = [
  { path: '/', atLeast: 0.5, p99: P99 },
  { path: '/th/products', atLeast: 0.5, p99: P99 },
  { path: '/login', atLeast: 0.1, p99: null },
  { path: '/th/register', atLeast: 0.1, p99: null },
];

/** Measures the rate and the p99 of cached pages as shares of a server that sends as many bytes and does nothing else. */
export async function publicPages(stage: Stage, size: Size): Promise<Report[]> {
  const web = await stage.web(await stage.database('public-pages'));
  const rows: Record<string, Cell>[] = [];
  for (const { path, atLeast, p99 } of PAGES) {
    const sent = await fetch(`http://127.0.0.1:${web.port}${path}`, {
      headers: { 'accept-encoding': 'identity' },
      signal: stage.signal,
    });
    const bytes = (await sent.arrayBuffer()).byteLength;
    const bare = stage.child(
      `bare${path.replaceAll('/', '-')}`,
      new URL('./bare-page-server.ts', import.meta.url),
    );
    const visitors = Array.from({ length: CONNECTIONS }, () => [{ path }]);
    const cases: Record<string, Case> = {
      bare: { pid: bare.pid, port: await bare.ask<number>('listen', bytes), people: visitors },
      page: { ...web, people: visitors },
    };
    const measured = await measureCases(stage, cases, CONNECTIONS, size);
    const [reference, page] = [measured.get('bare'), measured.get('page')] as [Measured, Measured];
    const rate = ratiosOf(page.rates, reference.rates);
    const slower = ratiosOf(page.p99Ms, reference.p99Ms);
    rows.push({
      page: path,
      'of the bare server': rate,
      target: targetText({ atLeast }),
      verdict: verdictOf(rate.median, { atLeast }),
      'p99, times the bare one': slower,
      'p99 target': targetText(p99),
      'p99 verdict': verdictOf(slower.median, p99),
      'per second': spreadOf(page.rates),
      'p99 ms': spreadOf(page.p99Ms),
      'CPU ms': spreadOf(page.cpuMs.server),
      'CPU, times the bare one': ratiosOf(page.cpuMs.server, reference.cpuMs.server),
      'body bytes': page.bytes,
    });
  }
  const title = `pages: pages from memory, ${CONNECTIONS} connections, ${size.rounds} interleaved slices of ${size.sliceMs} ms, median (lowest–highest)`;
  return [{ title, rows, notes: ['both servers send without compression, over connections that stay open'] }];
}
