import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { csvLines, csvText } from '@/domain/csv';
import { inRowSets, openMovingFile } from '@/domain/moving-file';
import type { MovingFault } from '@/domain/moving-in';
import { translate } from '@/locales/translate';
import { EXPORT_PARTS, MOVING_ROWS_AT_ONCE, movingChoice, openImportInput } from '@/schemas/moving-in';
import { baht, OperatorRefusal, type OperatorCtx } from '@/server/desk/acts/operator';
import { addRows, openImport } from '@/server/subscriber/moving-in/open-import';
import { exportPart } from '@/server/subscriber/moving-in/export-shop';
import { readImport, readImportRows } from '@/server/subscriber/moving-in/read-import';
import { beginWork, importWork } from '@/server/subscriber/moving-in/run-import';
import { columns, done, textOf, UsageError, type Command, type Said, type Values } from './command';
import { readSource } from './source';

const FAULTS_SHOWN = 50;

/** Reads a file into an import, from where an earlier command stopped. @returns the id of the import */
async function readFile(ctx: OperatorCtx, path: string, values: Values): Promise<string> {
  const [source, products, customers, choice] = ['source', 'products', 'customers', 'columns'].map((name) =>
    textOf(values, name),
  );
  if (source === undefined) throw new UsageError('--source is missing: the name of the earlier system.');
  const text = await readSource(path);
  const extras = {
    ...(products !== undefined && { products: await readSource(products) }),
    ...(customers !== undefined && { customers: await readSource(customers) }),
  };
  const chosen = choice === undefined ? undefined : movingChoice.parse(JSON.parse(await readSource(choice)));
  const file = openMovingFile(text, extras, chosen !== undefined);
  if (!file) throw new OperatorRefusal('notCsv');
  const fileHash = createHash('sha256')
    .update(JSON.stringify([text, extras]))
    .digest('hex');
  const asked = { source, fileName: basename(path), fileHash, header: file.header, chosen };
  const { importId, line } = await openImport(ctx, openImportInput.parse(asked));
  for (const rows of inRowSets(file.rows(line), MOVING_ROWS_AT_ONCE))
    await addRows(ctx, { importId, rows, isLast: false });
  const { state } = await readImport(ctx, importId);
  if (state === 'upload') await addRows(ctx, { importId, rows: [], isLast: true });
  return importId;
}

const faultText = ({ column, code, hint = '' }: MovingFault) =>
  `${column ?? ''}: ${translate('en', `deskMoving.fault.${code}`, { hint })}`;

async function report(ctx: OperatorCtx, importId: string): Promise<Said> {
  const found = await readImport(ctx, importId);
  const faulty = await readImportRows(ctx, { importId, faulty: true, after: 0, limit: FAULTS_SHOWN });
  const { state, all, counts, total } = found;
  const text = [
    `${importId}  ${found.source}  ${found.fileName}: ${state}`,
    columns([['rows', String(all)], ...Object.entries(counts).map(([name, count]) => [name, String(count)])]),
    ...found.days.map(({ day, count, total: sum }) => `  ${day}: ${count} payments, ${baht(sum)}`),
    ...(found.moreDays > 0 ? [`  … and ${found.moreDays} more days; in all ${baht(total)}`] : []),
    ...faulty.map(({ line, faults }) => `  line ${line}  ${faults.map(faultText).join('; ')}`),
  ].join('\n');
  return { data: { ...found, faulty }, text, code: counts.refused > 0 ? 2 : 0 };
}

export const moveInCommand: Command = {
  usage:
    '<file|url> --source <earlier system> [--products <file>] [--customers <file>] [--columns <file>] | ' +
    '<importId> [commit | claim | activate | undo | continue]',
  about:
    'checks a file of subscribers of another system, which changes nothing; then takes them over, starts their ' +
    'subscriptions, or takes all back',
  options: {
    source: { type: 'string' },
    products: { type: 'string' },
    customers: { type: 'string' },
    columns: { type: 'string' },
  },
  words: [1, 2],
  run: async (ctx, [target = '', act], values) => {
    if (!/^imp_\w+$/.test(target)) return report(ctx, await readFile(ctx, target, values));
    if (act === 'commit' || act === 'claim' || act === 'activate' || act === 'undo')
      await beginWork(ctx, { importId: target, work: act });
    else if (act !== undefined && act !== 'continue') throw new UsageError(`There is no step ${act}.`);
    if (act !== undefined) await importWork.finish(ctx, target);
    return report(ctx, target);
  },
};

export const exportShopCommand: Command = {
  usage: '<directory>',
  about:
    'saves the whole shop as files: subscribers in the template of `move-in`, orders, payments and points',
  options: {},
  words: [1, 1],
  run: async (ctx, [directory = '']) => {
    const counts: Record<string, number> = {};
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const part of EXPORT_PARTS) {
      const path = join(directory, `${part}.csv`);
      let page = await exportPart(ctx, { part });
      writeFileSync(path, csvText([page.header, ...page.rows]), { mode: 0o600 });
      counts[part] = page.rows.length;
      while (page.cursor !== null) {
        page = await exportPart(ctx, { part, cursor: page.cursor });
        appendFileSync(path, csvLines(page.rows));
        counts[part] += page.rows.length;
      }
    }
    return done(counts, columns(Object.entries(counts).map(([part, count]) => [part, String(count)])));
  },
};
