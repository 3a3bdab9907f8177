import { viewerField, wholeViewer } from '@/testing/graphql-selection';
import { HOSTILE_DOCUMENTS } from '@/testing/hostile-documents';
import { hostileGets, hostilePosts, type HostileRequest } from '@/testing/hostile-requests';
import type { Cost } from './request-cost';
import type { Size } from './main';
import type { Report } from './report';
import { interleave, ratiosOf, spreadOf } from './rounds';
import type { Stage } from './stage';

const TIMES = 20;
/** The goal for an expensive GraphQL document: at most the CPU time of three simple documents. */
const AT_MOST = 3;

const post = (what: string, path: string, body: unknown): HostileRequest => ({
  what,
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const graphql = (what: string, query: string) => post(what, '/api/graphql', { query });

/**
 * Measures the CPU time of expensive requests as a multiple of the CPU time of a simple request to the same
 * route.
 */
export async function hostile(stage: Stage, size: Size): Promise<Report[]> {
  const url = await stage.database('hostile');
  const asker = stage.child('asker', new URL('./request-cost.ts', import.meta.url), stage.productEnv(url));
  const measure = async (plain: HostileRequest, requests: HostileRequest[]) => {
    const statuses = new Map<string, number>();
    const all = [plain, ...requests];
    const cases = all.map((request): [string, () => Promise<number>] => [
      request.what,
      async () => {
        const { cpuMs, status } = await asker.ask<Cost>('cost', { ...request, times: TIMES });
        statuses.set(request.what, status);
        return cpuMs;
      },
    ]);
    for (const [, warmUp] of cases) await warmUp();
    const costs = await interleave(Object.fromEntries(cases), size.rounds, stage.signal);
    const reference = costs[plain.what] ?? [];
    return all.map(({ what, path, body }) => ({
      request: what,
      bytes: (body ?? path).length,
      status: statuses.get(what) ?? null,
      'CPU ms': spreadOf(costs[what] ?? []),
      'of the plain one': ratiosOf(costs[what] ?? [], reference).median,
    }));
  };
  const documents = await measure(
    graphql('plain: the whole viewer', `{ ${wholeViewer('50')} }`),
    [
      ...HOSTILE_DOCUMENTS,
      ['one field of the viewer', `{ viewer { ${viewerField('profile')} } }`] as const,
    ].map(([what, query]) => graphql(what, query)),
  );
  const bodies = await measure(
    post('plain: a wrong code', '/api/referral-codes/apply', { code: 'NOCODE12' }),
    hostilePosts('/api/referral-codes/apply'),
  );
  const inputs = await measure(
    post('plain: a wrong code', '/api/trpc/rewards.applyCode', { json: { code: 'NOCODE12' } }),
    hostilePosts('/api/trpc/rewards.applyCode'),
  );
  const gets = await measure(
    { what: 'plain: without a session', path: '/api/me', method: 'GET', headers: {} },
    hostileGets('/api/me'),
  );
  const note = `${size.rounds} interleaved rounds of ${TIMES} requests in the process, without its web server`;
  const worst = Math.max(...documents.map((row) => row['of the plain one']));
  return [
    {
      title: `hostile: GraphQL documents; the worst costs ${worst.toFixed(2)} plain ones, at most ${AT_MOST}`,
      rows: documents,
      notes: [note],
    },
    { title: 'hostile: JSON bodies of POST /api/referral-codes/apply', rows: bodies, notes: [note] },
    { title: 'hostile: inputs of tRPC rewards.applyCode', rows: inputs, notes: [note] },
    { title: 'hostile: headers and addresses of GET /api/me', rows: gets, notes: [note] },
  ];
}
