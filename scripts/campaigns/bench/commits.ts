import postgres from 'postgres';
import { answerParent } from './child';

export interface CommitSlice {
  committed: number;
  seconds: number;
  /** Seconds of CPU time of this process. */
  cpu: number;
}

const connections = Number(process.env.DATABASE_POOL);
const sql = postgres(process.env.DATABASE_URL ?? '', { max: connections, onnotice: () => undefined });

// The reference for billing: transactions per second of one inserted row, committed durably.
answerParent({
  prepare: async () => {
    await sql`create table bench_commits (id bigint generated always as identity primary key,
      at timestamptz not null default now(), note text not null)`;
  },
  slice: async ({ ms }: { ms: number }): Promise<CommitSlice> => {
    let committed = 0;
    const before = process.cpuUsage();
    const started = performance.now();
    const lane = async () => {
      while (performance.now() - started < ms) {
        await sql`insert into bench_commits (note) values ('one row, one transaction')`;
        committed += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
    const { user, system } = process.cpuUsage(before);
    return { committed, seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
  },
});
