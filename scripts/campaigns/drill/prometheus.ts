import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../start/ports.mjs';
import { root } from '../../start/terminal.mjs';
import { startDaemon } from './daemon';

const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3600, d: 86_400, w: 604_800 };
/** A process without its database answers after five seconds. Shorter ranges would have too few samples. */
const EVERY = '6s';
const [RANGE_MIN_SECONDS, RANGE_MAX_SECONDS] = [30, 360];
const WAIT_MAX_SECONDS = 60;
/** What is a week ago in the rules. */
const WEEK_SECONDS = 300;

/**
 * Returns the rules for a product whose clock is `speed` times as fast: a range is as much shorter, from 30 s to six
 * minutes, a wait (`for`) at most a minute, and a week ago is five minutes ago. Thresholds stay.
 */
export function quicken(rules: string, speed: number): string {
  const quick = (count: string, unit: string) => (Number(count) * (UNIT_SECONDS[unit] ?? 0)) / speed;
  const waitOf = (_: string, count: string, unit: string) =>
    `for: ${Math.ceil(Math.min(WAIT_MAX_SECONDS, quick(count, unit)))}s`;
  const rangeOf = (_: string, count: string, unit: string) =>
    `[${Math.ceil(Math.min(RANGE_MAX_SECONDS, Math.max(RANGE_MIN_SECONDS, quick(count, unit))))}s]`;
  return rules
    .replace(/\bfor: (\d+)([mhd])/g, waitOf)
    .replace(/\[(\d+)([mhdw])\]/g, rangeOf)
    .replaceAll('offset 1w', `offset ${WEEK_SECONDS}s`);
}

const answer = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), type: z.string(), state: z.string().optional() })),
      }),
    ),
  }),
});

/**
 * Starts Debian's Prometheus with the files of `deployment`, which asks processes at the given ports.
 * @param ports the port of each job of prometheus.yml
 */
export async function startPrometheus(
  home: string,
  { ports, token, speed }: { ports: Record<string, number>; token: string; speed: number },
) {
  const rules = join(home, 'alerts.yml');
  writeFileSync(rules, quicken(readFileSync(join(root, 'deployment/alerts.yml'), 'utf8'), speed));
  const tokenFile = join(home, 'operator_token');
  writeFileSync(tokenFile, token);
  const config = parse(readFileSync(join(root, 'deployment/prometheus.yml'), 'utf8')) as {
    scrape_configs: { job_name: string }[];
  };
  const file = join(home, 'prometheus.yml');
  writeFileSync(
    file,
    stringify({
      global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: config.scrape_configs.map((job) => ({
        ...job,
        authorization: { credentials_file: tokenFile },
        dns_sd_configs: undefined,
        static_configs: [{ targets: [`127.0.0.1:${ports[job.job_name]}`] }],
      })),
    }),
  );
  const url = `http://127.0.0.1:${await freePort()}`;
  const daemon = await startDaemon({
    command: 'prometheus',
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(home, 'tsdb')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    log: join(home, 'prometheus.log'),
    isReady: async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true,
  });
  return {
    /** Returns the names of the alerts that fire. */
    firing: async () => {
      const { data } = answer.parse(await (await fetch(`${url}/api/v1/rules?type=alert`)).json());
      const rules = data.groups.flatMap((group) => group.rules);
      return new Set(rules.flatMap(({ name, state }) => (state === 'firing' ? [name] : [])));
    },
    /** Returns the names of all alerts. */
    names: [...readFileSync(rules, 'utf8').matchAll(/^ +- alert: (\w+)/gm)].map(([, name = '']) => name),
    stop: () => daemon.stop(),
  };
}
