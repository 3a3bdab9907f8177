import type { Child } from './child';
import { emailOf, inPlain, logIn, numbers, PASSWORD } from './auth-accounts';
import { processCpuSeconds } from './cpu';
import { slowdownOf, type Delays } from './latency';
import type { Size } from './main';
import type { Report } from './report';
import { spreadOf, type Spread } from './rounds';
import type { Stage } from './stage';
import { targetText, verdictOf } from './verdict';
import type { Visit, Visited } from './visitor';
import type { WriteRequest } from './write-pairs';
import type { Samples, Writing } from './writer';

/** The number of simultaneous log-ins in a surge. Each log-in has a different subscriber. */
export const SURGE = 500;
/** Pages that all browsing sessions open per second. A session waits for a page before it opens the next. */
const PER_SECOND = 25;
const QUIET_COUNT = 75;
/** The number of surges in a round. They run one after the other, so that the browsing sessions open enough pages. */
const SURGES = 2;

/** The processes and data of the measurement. */
export interface Place {
  stage: Stage;
  size: Size;
  url: string;
  /** The `Cookie` headers of the browsing subscribers. */
  cookies: string[];
}

/** Returns the pages that each browsing session opens in turn. */
function browsing({ cookies }: Place): WriteRequest[][] {
  return cookies.map((cookie) =>
    ['/api/me', '/mycloud/orders'].map((path) => ({ write: path, asked: { path, cookie } })),
  );
}

/** The product that is measured. */
export interface Served {
  /** What stands before the database, for the title. */
  by: string;
  port: number;
  /** The web processes. */
  pids: number[];
  /** The targets for the p99 of browsing in a surge: times the quiet p99, or ms. */
  target: { timesQuiet: number } | { ms: number };
}

/**
 * Measures page reads of other sessions during 500 simultaneous log-ins, then the CPU time of 500 log-ins from
 * an address over its limit.
 */
export async function surgeOf(place: Place, visitor: Child, web: Served, hashCpuMs: number): Promise<Report> {
  const { stage, size, url } = place;
  const cpuSeconds = () => web.pids.reduce((sum, pid) => sum + (processCpuSeconds(pid) ?? NaN), 0);
  const browser = stage.child('browser', new URL('./writer.ts', import.meta.url));
  await browser.ask('prepare', { port: web.port, people: browsing(place) } satisfies Writing);
  const crowd: Visit = {
    port: web.port,
    asked: numbers(SURGE, place.cookies.length + 1).map((n) => logIn(emailOf(n), PASSWORD)),
  };
  const read = async (count?: number) => {
    const samples = await browser.ask<Samples>('write', { perSecond: PER_SECOND, count });
    return Object.values(samples).flat();
  };
  const statuses: number[] = [];
  const crowdIn = async () => {
    try {
      for (let surge = 0; surge < SURGES; surge += 1) {
        await inPlain(url, (sql) => sql`truncate throttles`);
        statuses.push(...(await visitor.ask<Visited>('together', crowd)).statuses);
      }
    } finally {
      await browser.ask('stop');
    }
  };
  await read(QUIET_COUNT);
  const delays: Delays = { before: [], busy: [], after: [] };
  const refusalCpuMs: number[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    stage.signal.throwIfAborted();
    (round < size.rounds / 2 ? delays.before : delays.after).push(...(await read(QUIET_COUNT)));
    const [pages] = await Promise.all([read(), crowdIn()]);
    delays.busy.push(...pages);

    await inPlain(
      url,
      (sql) => sql`update throttles set count = 1000 where starts_with(key, 'logInAddress:')`,
    );
    const cpu = cpuSeconds();
    const refused = await visitor.ask<Visited>('together', crowd);
    if (refused.statuses.some((status) => status !== 429))
      throw new Error('an address over its limit got in');
    refusalCpuMs.push(((cpuSeconds() - cpu) * 1000) / SURGE);
  }
  await browser.stop();
  return surgeReport(
    delays,
    { statuses, refusal: spreadOf(refusalCpuMs.map((ms) => ms / hashCpuMs)) },
    web,
    place,
  );
}

function surgeReport(
  delays: Delays,
  { statuses, refusal }: { statuses: number[]; refusal: Spread },
  { by, target }: Served,
  { size: { rounds }, cookies }: Place,
): Report {
  const found = slowdownOf(delays);
  const count = (status: number) => statuses.filter((one) => one === status).length / (rounds * SURGES);
  const isSound = found.isEnough && found.isSteady;
  const row = (measure: string, value: number | Spread, target: { atMost: number } | null = null) => {
    const middle = typeof value === 'number' ? value : value.median;
    return {
      measure,
      value,
      target: targetText(target),
      verdict: isSound || typeof value !== 'number' ? verdictOf(middle, target) : '',
    };
  };
  const others = statuses.filter((status) => ![200, 429].includes(status));
  return {
    title: `auth, ${by}: ${SURGE} log-ins at once while ${cookies.length} subscribers browse, ${rounds * SURGES} times`,
    rows: [
      row(
        'browsing, p99 of the surge over quiet',
        found.ratio,
        'timesQuiet' in target ? { atMost: target.timesQuiet } : null,
      ),
      row('browsing, p99 ms: quiet', found.p99.quiet),
      row('browsing, p99 ms: surge', found.p99.busy, 'ms' in target ? { atMost: target.ms } : null),
      row('browsing, p50 ms: quiet', found.p50.quiet),
      row('browsing, p50 ms: surge', found.p50.busy),
      row('pages read: quiet', found.samples.quiet),
      row('pages read: surge', found.samples.busy),
      row('log-ins of a surge: let in (200)', count(200)),
      row('log-ins of a surge: sent away (429)', count(429)),
      row('CPU of a refusal, of one argon2 hash', refusal, { atMost: 0.5 }),
    ],
    notes: [
      `${PER_SECOND} pages a second, sent whether or not the ones before are answered; from when one was due`,
      'the product’s own limits; all come from one address, so the 301st is over its limit. A refusal that had hashed would cost more than 1',
      ...(isSound ? [] : ['no verdict: too few pages, or the machine was not quiet']),
    ],
    failures: others.length > 0 ? [`log-ins of the surge were answered ${[...new Set(others)].join()}`] : [],
  };
}
