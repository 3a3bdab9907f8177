import { addDays, dayOf } from '@/domain/day';
import { measureCases, type Measured } from './measure';
import type { Cell, Report } from './report';
import { spreadOf } from './rounds';
import type { Size, Stage } from './stage';
import { writeWriters } from './subscribers';
import { targetText, verdictOf } from './verdict';

const GROUP = 'account-page';
const PEOPLE = 160;
const LANGUAGES = ['/account', '/th/account'];
const ALONE = { atMost: 60 };
const PER_CORE = { atLeast: 60 };

/**
 * Measures the account page, which is rendered for each request with the subscriber's data: its p99 with one request at
 * a time, and how many pages one core renders.
 */
export async function accountPage(stage: Stage, size: Size): Promise<Report[]> {
  const url = await stage.database(GROUP);
  const now = new Date();
  const nextPayment = addDays(dayOf(now), 10);
  const writers = await writeWriters(url, { group: GROUP, count: PEOPLE, nextPayment, now });
  const web = await stage.web(url);
  const rows: Record<string, Cell>[] = [];
  for (const path of LANGUAGES) {
    const people = writers.map(({ cookie }) => [{ path, cookie }]);
    const measure = async (connections: number) =>
      (await measureCases(stage, { page: { ...web, people } }, connections, size)).get('page') as Measured;
    const alone = spreadOf((await measure(1)).p99Ms);
    const busy = await measure(16);
    const perCore = spreadOf(busy.cpuMs.server.map((ms) => 1000 / ms));
    rows.push({
      page: path,
      'p99 ms, one at a time': alone,
      'p99 target': targetText(ALONE),
      'p99 verdict': verdictOf(alone.median, ALONE),
      'pages per second of one core': perCore,
      target: targetText(PER_CORE),
      verdict: verdictOf(perCore.median, PER_CORE),
      'CPU ms, PostgreSQL': spreadOf(busy.cpuMs.postgres),
      'per second, 16 connections': spreadOf(busy.rates),
      'body bytes': busy.bytes,
    });
  }
  const title = `account: the account page, ${size.rounds} slices of ${size.sliceMs} ms, median (lowest–highest)`;
  return [{ title, rows, notes: ['production build, worker off; a slice is a p99 of its requests'] }];
}
