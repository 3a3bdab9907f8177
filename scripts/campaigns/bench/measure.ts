import { processCpuSeconds, serverCpuSeconds } from './cpu';
import type { LoadCase, Slice, SliceResult } from './load';
import { interleave } from './rounds';
import type { Size, Stage } from './stage';

/** The end of the warm-up: after this many requests, or after the duration of this many slices. */
const WARM_UP = { requests: 3000, slices: 5 };

/** A process to measure, with the requests to send to it. */
export interface Case extends Pick<LoadCase, 'port' | 'people'> {
  /** The pid of the measured process. */
  pid: number;
}

export interface Measured {
  /** Responses per second, by round. */
  rates: number[];
  /** CPU time per response in ms, of the measured process and of PostgreSQL, by round. */
  cpuMs: { server: number[]; postgres: number[] };
  /** The 99th percentile of the response times in ms, by round. */
  p99Ms: number[];
  /** Bytes of one response body. */
  bytes: number;
  /** Number of responses, also during the warm-up. */
  answered: number;
}

/** Warms up all cases, then measures one slice of each case per round. A child process sends the requests. */
export async function measureCases(
  stage: Stage,
  cases: Record<string, Case>,
  connections: number,
  { rounds, sliceMs }: Size,
): Promise<Map<string, Measured>> {
  const load = stage.child('load', new URL('./load.ts', import.meta.url));
  const measured = new Map<string, Measured>();
  const slice = async (name: string, one: Measured, pid: number, limits: Omit<Slice, 'name'>) => {
    const cpu = () => ({
      server: processCpuSeconds(pid) ?? NaN,
      postgres: serverCpuSeconds(stage.cluster.pid) ?? NaN,
    });
    const before = cpu();
    const result = await load.ask<SliceResult>('slice', { name, ...limits } satisfies Slice);
    const after = cpu();
    for (const part of ['server', 'postgres'] as const) {
      one.cpuMs[part].push(((after[part] - before[part]) * 1000) / result.answered);
    }
    one.p99Ms.push(result.p99Ms);
    one.answered += result.answered;
    one.bytes = result.bytes;
    return result.answered / result.seconds;
  };
  const slices: Record<string, () => Promise<number>> = {};
  for (const [name, { pid, port, people }] of Object.entries(cases)) {
    const one: Measured = {
      rates: [],
      cpuMs: { server: [], postgres: [] },
      p99Ms: [],
      bytes: 0,
      answered: 0,
    };
    await load.ask('prepare', { name, port, people, connections } satisfies LoadCase);
    await slice(name, one, pid, { ms: WARM_UP.slices * sliceMs, enough: WARM_UP.requests });
    Object.assign(one, { cpuMs: { server: [], postgres: [] }, p99Ms: [] });
    measured.set(name, one);
    slices[name] = () => slice(name, one, pid, { ms: sliceMs });
  }
  const rates = await interleave(slices, rounds, stage.signal);
  for (const [name, one] of measured) one.rates = rates[name] ?? [];
  await load.stop();
  return measured;
}
