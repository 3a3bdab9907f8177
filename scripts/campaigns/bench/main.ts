import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { watchForStop } from '../../start/stopping.mjs';
import { Refusal, Stopped, runProgram, say } from '../../start/terminal.mjs';
import { accountPage } from './account-page';
import { billing } from './billing';
import { bundle } from './bundle';
import { calls } from './calls';
import { publicPages } from './public-pages';
import { machine, tableOf, type Report } from './report';
import { signUps } from './sign-ups';
import { openStage, type Size, type Stage } from './stage';
import { taps } from './taps';
import { writes } from './writes';

const USAGE =
  'Use: npm run bench -- [calls] [billing] [writes] [pages] [register] [taps] [bundle] [--json FILE] [--orders N] [--rounds N] [--slice-ms N]';

const BENCHES: Record<string, (stage: Stage, size: Size) => Promise<Report[]>> = {
  calls,
  billing,
  writes,
  pages: async (stage, size) => [...(await publicPages(stage, size)), ...(await accountPage(stage, size))],
  register: signUps,
  taps,
  bundle,
};

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'string' },
        orders: { type: 'string' },
        rounds: { type: 'string', default: '9' },
        'slice-ms': { type: 'string', default: '1000' },
      },
    });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`);
  }
}

function parse() {
  const { values, positionals } = readOptions();
  const unknown = positionals.filter((name) => !(name in BENCHES));
  if (unknown.length > 0) throw new Refusal(`No such bench: ${unknown.join(', ')}.\n${USAGE}`);
  const whole = (text: string) => {
    if (!/^[1-9]\d{0,6}$/.test(text))
      throw new Refusal(`${text} is not a number from 1 to 9999999.\n${USAGE}`);
    return Number(text);
  };
  const size: Size = { rounds: whole(values.rounds), sliceMs: whole(values['slice-ms']) };
  if (values.orders !== undefined) size.orders = whole(values.orders);
  return { names: positionals.length > 0 ? positionals : Object.keys(BENCHES), size, json: values.json };
}

await runProgram(async () => {
  const { names, size, json } = parse();
  const signal = watchForStop(() => {});
  const before = machine();
  const started = performance.now();
  const results: Record<string, Report[]> = {};
  for (const name of names) {
    say(`measuring ${name}`);
    const stage = await openStage(signal);
    try {
      results[name] = (await BENCHES[name]?.(stage, size)) ?? [];
    } catch (error) {
      throw signal.aborted ? new Stopped() : error;
    } finally {
      await stage.close();
    }
    // Prints each report at once. A later failure does not lose it.
    for (const report of results[name] ?? []) say(tableOf(report));
  }
  const load = `load ${before.loadAverage.toFixed(1)} before, ${machine().loadAverage.toFixed(1)} after`;
  say(
    `\n${before.at}: ${before.cores} × ${before.cpu}, Node ${before.node}, ${load}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ machine: before, size, results }, null, 2)}\n`);
  const failures = Object.values(results).flatMap((reports) =>
    reports.flatMap((report) => report.failures ?? []),
  );
  if (failures.length > 0) throw new Refusal(failures.join('\n'));
});
