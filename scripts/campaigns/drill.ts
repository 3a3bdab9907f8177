import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTemporary } from '../start/temporary.mjs';
import { serverAccount } from './drill/daemon';
import { drillAlerts } from './drill/alerts';
import type { Drill, DrillResult } from './drill/drill';
import { drillFailover } from './drill/failover';
import { drillLostTail } from './drill/lost-tail';
import { drillPgBouncer } from './drill/pgbouncer';
import { drillRelease } from './drill/release';
import { drillRestore } from './drill/restore';
import { drillServices } from './drill/services';
import { drillSoak } from './drill/soak';

const DRILLS: Record<string, Drill> = {
  pgbouncer: drillPgBouncer,
  failover: drillFailover,
  'lost-tail': drillLostTail,
  restore: drillRestore,
  release: drillRelease,
  services: drillServices,
  soak: drillSoak,
  alerts: drillAlerts,
};

const USAGE = `npm run task -- drill [${Object.keys(DRILLS).join('] [')}] [--short] [--json FILE]
npm run task -- drill failover [--faults COUNT | --minutes COUNT]
npm run task -- drill services [--containers]
npm run task -- drill soak [--minutes 120]
npm run task -- drill alerts [--alert NAME,NAME]

Runs the product on PostgreSQL 15 with Debian's pgBouncer, Patroni, etcd, HAProxy and pgBackRest on this machine, and
breaks or replaces parts of it under load. Prints what it measured, and what was wrong. --faults repeats the losses of
machines, --minutes pauses machines instead. The soak needs root and
faketime, the alerts Prometheus. --containers runs compose.yaml with docker compose, without it its services run
from packages of this machine.`;

function print(name: string, { rows, problems }: DrillResult): void {
  console.log(`\n${name}`);
  for (const [what, measured] of rows) console.log(`  ${what}: ${measured}`);
  for (const problem of problems.slice(0, 30)) console.log(`  WRONG: ${problem}`);
  if (problems.length === 0) console.log('  all held');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      short: { type: 'boolean', default: false },
      faults: { type: 'string' },
      minutes: { type: 'string' },
      alert: { type: 'string' },
      containers: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => !(name in DRILLS));
  if (values.help || unknown.length > 0) return console.log(USAGE);
  const countOf = (given: string | undefined) => (given === undefined ? undefined : Number(given));
  const options = {
    short: values.short,
    containers: values.containers,
    faults: countOf(values.faults),
    minutes: countOf(values.minutes),
    alert: values.alert,
  };
  const { path: place, remove } = await openTemporary('drill');
  const results: Record<string, DrillResult> = {};
  for (const name of positionals.length > 0 ? positionals : Object.keys(DRILLS)) {
    const home = join(place, name);
    mkdirSync(home, { recursive: true, mode: 0o755 });
    const { uid, gid } = serverAccount();
    if (uid !== undefined) chownSync(home, uid, gid ?? uid);
    try {
      const result = await DRILLS[name]?.(home, options);
      if (result) print(name, (results[name] = result));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
  await remove();
  if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  if (Object.values(results).some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}

await main();
