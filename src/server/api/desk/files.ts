import { Readable } from 'node:stream';
import type { Month } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { mayDo } from '@/domain/staff';
import { processState } from '@/process-state';
import { monthFileInput } from '@/schemas/desk';
import { auditOperator, OperatorRefusal } from '../../desk/acts/operator';
import { documentFiles, journalCsv, salesTaxCsv } from '../../desk/reads/month-files';
import { countBuyers } from '../../work/documents/month';
import { transaction } from '../../db';
import { actorOf, type StaffSession } from '../../login/staff/sessions';
import { recordRead, recordRefusedRole } from '../../login/staff/desk-records';
import type { Ctx } from '../../platform/context';
import { zipStream } from '../../platform/zip';
import { isPrefetch, requireOwnOrigin } from '../origin';
import { errorResponse, NO_STORE } from '../rest/responses';
import type { ApiContext } from '../trpc';

interface MonthFile {
  /** The name of the file after its month, and the last part of its path. */
  name: string;
  type: 'application/zip' | 'text/csv; charset=utf-8';
  stream: (ctx: Ctx, month: Month, locale: Locale) => Readable;
}

/** Handles `GET /api/desk/documents.zip`. */
export const answerDocuments = answering({
  name: 'documents.zip',
  type: 'application/zip',
  stream: (...asked) => zipStream(documentFiles(...asked)),
});

/** Handles `GET /api/desk/sales-tax.csv`. */
export const answerSalesTax = answering({
  name: 'sales-tax.csv',
  type: 'text/csv; charset=utf-8',
  stream: (...asked) => Readable.from(salesTaxCsv(...asked), { objectMode: false }),
});

/** Handles `GET /api/desk/journal.csv`. */
export const answerJournal = answering({
  name: 'journal.csv',
  type: 'text/csv; charset=utf-8',
  stream: (...asked) => Readable.from(journalCsv(...asked), { objectMode: false }),
});

/**
 * Returns a request handler that streams a file of a month to a member whose role may use the books, one at a time for
 * each member, and records it. A refusal in a browser is a sentence, because its link has left the page.
 */
function answering(file: MonthFile) {
  return async (request: Request, ctx: ApiContext): Promise<Response> => {
    try {
      return await open(file, request, ctx);
    } catch (error) {
      const refusal = await errorResponse(error, ctx, `/api/desk/${file.name}`);
      if (!request.headers.get('accept')?.includes('text/html')) return refusal;
      const { message } = (await refusal.json()) as { message: string };
      return new Response(`${message}\n`, {
        status: refusal.status,
        headers: { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' },
      });
    }
  };
}

async function open(file: MonthFile, request: Request, ctx: ApiContext): Promise<Response> {
  requireOwnOrigin(request);
  const { searchParams } = new URL(request.url);
  const asked = monthFileInput.safeParse(Object.fromEntries(searchParams));
  if (asked.data) ctx.locale = asked.data.locale;
  const member = await requireBooks(file, ctx);
  if (!asked.success) throw asked.error;
  const { month, locale } = asked.data;
  const headers = {
    ...NO_STORE,
    'content-type': file.type,
    'content-disposition': `attachment; filename="ira-${month}-${file.name}"`,
  };
  if (request.method === 'HEAD' || isPrefetch(request.headers)) return new Response(null, { headers });
  const running = processState('deskFiles', () => new Set<string>());
  if (running.has(member.staffId))
    throw new AppError('REFUSED', { text: new OperatorRefusal('fileRuns').textIn(locale) });
  running.add(member.staffId);
  try {
    const persons = await countBuyers(ctx.db, month);
    await recordRead(ctx, member.staffId, { procedure: `books.${file.name}`, persons });
    const by = { ...ctx, operator: actorOf(member.staffId) };
    const event = { subject: month, what: 'books.file_saved', detail: { file: file.name, month } };
    await transaction(ctx.db, (tx) => auditOperator(tx, by, event));
    const stream = file.stream(ctx, month, locale);
    stream.once('close', () => running.delete(member.staffId));
    return new Response(Readable.toWeb(stream) as ReadableStream, { headers });
  } catch (error) {
    running.delete(member.staffId);
    throw error;
  }
}

/** Returns the member of the staff who calls. @throws AppError NOT_LOGGED_IN, NOT_ALLOWED for another role */
async function requireBooks(file: MonthFile, ctx: ApiContext): Promise<StaffSession> {
  const member = await ctx.staff();
  if (!member) throw new AppError('NOT_LOGGED_IN');
  if (mayDo(member.role, 'books.use')) return member;
  await recordRefusedRole(ctx, member, { procedure: `books.${file.name}`, code: 'NOT_ALLOWED' });
  throw new AppError('NOT_ALLOWED', { reason: 'staff_role' });
}
