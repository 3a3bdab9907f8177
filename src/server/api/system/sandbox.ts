import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import { addDuration } from '../../work/jobs/durations';
import { travel } from '../../work/jobs/time-travel';
import { presentContext } from '../../platform/context';
import { readJson } from '../body';
import { okResponse } from '../rest/responses';
import type { SystemCalls } from './system-call';

/** What the sandbox calls. The paths do not exist in production. */
export const SANDBOX_CALLS: SystemCalls = {
  '/api/_control/clock': {
    method: 'POST',
    who: 'sandbox',
    operation: null,
    isThere: (request) =>
      !settings().production && request.headers.get('x-sandbox-token') === settings().SANDBOX_TOKEN,
    answer: async (request) => {
      const { by, to } = await readJson(request);
      const { db, now } = presentContext();
      const target =
        typeof by === 'string' ? addDuration(now, by) : new Date(typeof to === 'string' ? to : NaN);
      if (!target || Number.isNaN(target.getTime())) throw new AppError('INPUT_INVALID');
      return okResponse(await travel(db, target, now, request.signal));
    },
  },
};
