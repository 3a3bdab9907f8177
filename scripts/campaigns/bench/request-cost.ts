import { handleApi } from '@/server/api/handler';
import type { HostileRequest } from '@/testing/hostile-requests';
import { answerParent } from './child';
import { requireSuccess, toRequest, type Asked } from './requests';

/** The mean CPU time of a request, and the status of the last response. */
export interface Cost {
  cpuMs: number;
  status: number;
}

// Runs the product's API without the web server, so that all counted statements belong to the request.
answerParent({
  ask: async (asked: Asked) => {
    const response = await handleApi(toRequest(asked));
    const body = Buffer.from(await response.arrayBuffer());
    requireSuccess(response.status, body, asked.path);
    return body.length;
  },
  cost: async ({ path, method, headers, body, times }: HostileRequest & { times: number }): Promise<Cost> => {
    const cpu = process.cpuUsage();
    let response = new Response();
    for (let n = 0; n < times; n++) {
      response = await handleApi(new Request(`http://127.0.0.1${path}`, { method, headers, body }));
      await response.arrayBuffer();
    }
    const { user, system } = process.cpuUsage(cpu);
    return { cpuMs: (user + system) / 1000 / times, status: response.status };
  },
});
