import { answerDocuments, answerJournal, answerSalesTax } from '../desk/files';
import { DOCUMENT_CALLS } from './documents';
import { LINE_CALLS } from './line';
import { PROCESS_CALLS } from './process';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import { addDays, addMonths, dayOf, startOfDay } from '@/domain/day';
import { travel } from '../../work/jobs/time-travel';
import { presentContext } from '../../platform/context';
import { readJson } from '../body';
import { okResponse } from '../rest/responses';
import type { SystemCalls, SystemCall } from './system-call';
import { WEBHOOKS } from './webhooks';

/** What the sandbox calls. The paths do not exist in production. */
const SANDBOX_CALLS: SystemCalls = {
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

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Returns the instant after an ISO 8601 duration, by the Bangkok calendar; null for a malformed duration. */
function addDuration(now: Date, duration: string): Date | null {
  const match = DURATION.exec(duration);
  if (!match || duration === 'P' || duration.endsWith('T')) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const today = dayOf(now);
  const day = addDays(addMonths(today, years * 12 + months), weeks * 7 + days);
  const timeOfDay = now.getTime() - startOfDay(today).getTime();
  return new Date(startOfDay(day).getTime() + timeOfDay + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

const fileOf = (answer: SystemCall['answer']): SystemCall => ({
  method: 'GET',
  who: 'staff',
  operation: null,
  answer,
});

/** The files that the desk streams. They are too large for a procedure. */
const DESK_CALLS: SystemCalls = {
  '/api/desk/documents.zip': fileOf(answerDocuments),
  '/api/desk/journal.csv': fileOf(answerJournal),
  '/api/desk/sales-tax.csv': fileOf(answerSalesTax),
};

/** All system calls, except the API documentation, which is made of them. */
export const SYSTEM_CALLS: SystemCalls = {
  ...LINE_CALLS,
  ...WEBHOOKS,
  ...PROCESS_CALLS,
  ...DOCUMENT_CALLS,
  ...DESK_CALLS,
  ...SANDBOX_CALLS,
};
