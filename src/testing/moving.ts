import { createHash } from 'node:crypto';
import { inRowSets, openMovingFile, type MovingExtras } from '@/domain/moving-file';
import { MOVING_COLUMN_NAMES, type MovingChoice, type MovingWork } from '@/domain/moving-in';
import { addRows, openImport } from '@/server/subscriber/moving-in/open-import';
import { beginWork, importWork } from '@/server/subscriber/moving-in/run-import';
import type { MovingCells } from '@/schemas/moving-in';
import type { World } from './world';

const OPERATOR = 'staff:stf_mover';

/** Returns a row of the template that is right. */
export const movingCells = (n: number, cells: MovingCells = {}): MovingCells => ({
  external_id: `sub-${n}`,
  email: `mover${n}@example.test`,
  first_name: 'Mali',
  last_name: `Mover ${n}`,
  phone: `08${String(n).padStart(8, '0')}`,
  language: 'th',
  address: `${n} Sukhumvit`,
  province: 'Bangkok',
  postal_code: '10110',
  box: 'day-pads:2; night-pads:1',
  every_months: '1',
  next_payment_date: '2026-12-31',
  points: '120',
  ...cells,
});

/** Returns a file of the template. */
export const movingCsv = (rows: readonly MovingCells[]): string =>
  [
    MOVING_COLUMN_NAMES.join(','),
    ...rows.map((cells) => MOVING_COLUMN_NAMES.map((column) => `"${cells[column] ?? ''}"`).join(',')),
  ].join('\n');

/** Reads a file into an import, as the desk does. @returns the id of the import */
export async function readMovingFile(
  world: World,
  text: string,
  source = 'old-shop',
  extras: MovingExtras = {},
  chosen?: MovingChoice,
): Promise<string> {
  const ctx = { ...world.ctx(), operator: OPERATOR };
  const file = openMovingFile(text, extras, chosen !== undefined);
  if (!file) throw new Error('no table');
  const fileHash = createHash('sha256').update(text).digest('hex');
  const { importId, line } = await openImport(ctx, {
    source,
    fileName: 'file.csv',
    fileHash,
    header: file.header,
    chosen,
  });
  for (const rows of inRowSets(file.rows(line), 500)) await addRows(ctx, { importId, rows, isLast: false });
  await addRows(ctx, { importId, rows: [], isLast: true });
  return importId;
}

/** Does a step of an import to its end. */
export async function moveIn(world: World, importId: string, ...works: MovingWork[]): Promise<void> {
  for (const work of works) {
    await beginWork({ ...world.ctx(), operator: OPERATOR }, { importId, work });
    await importWork.finish(world.ctx(), importId);
  }
}

/** Moves subscribers in from a file of these rows, without activating them. @returns the id of the import */
export async function plantImported(world: World, rows: readonly MovingCells[]): Promise<string> {
  const importId = await readMovingFile(world, movingCsv(rows));
  await moveIn(world, importId, 'commit');
  return importId;
}
