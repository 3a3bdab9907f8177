import { and, asc, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { listQuery, VIEWS_MAX, type DeskListInput } from '@/schemas/desk-lists';
import { transaction } from '../../db';
import { deskViews, staff } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';

/** Returns the saved views of a member, by name. */
export async function listViews({ db }: Ctx, staffId: string) {
  const rows = await db
    .select()
    .from(deskViews)
    .where(eq(deskViews.staffId, staffId))
    .orderBy(asc(deskViews.name));
  return rows.map(({ id, name, query }) => ({ viewId: id, name, query }));
}

/**
 * Saves a list with its filter and columns under a name. A view of the same name is replaced.
 * @returns the id of a new view; null if it replaced one
 * @throws AppError INPUT_INVALID for more views than a member may have
 */
export async function saveView(
  { db, now }: Ctx,
  staffId: string,
  { name, columns, asked }: { name: string; columns: string[]; asked: DeskListInput },
): Promise<string | null> {
  const query = listQuery(asked, columns);
  return transaction(db, async (tx) => {
    // One at a time, so that two tabs cannot pass the limit.
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update');
    const own = await tx.select().from(deskViews).where(eq(deskViews.staffId, staffId));
    const isNew = !own.some((view) => view.name === name);
    if (own.length >= VIEWS_MAX && isNew)
      throw new AppError('INPUT_INVALID', { fieldErrors: { name: ['validation.tooManyViews'] } });
    const id = newId('deskView');
    await tx
      .insert(deskViews)
      .values({ id, staffId, name, query, createdAt: now })
      .onConflictDoUpdate({ target: [deskViews.staffId, deskViews.name], set: { query } });
    return isNew ? id : null;
  });
}

/** Deletes a saved view of a member; does nothing for an unknown one. */
export async function deleteView({ db }: Ctx, staffId: string, viewId: string): Promise<void> {
  await transaction(db, (tx) =>
    tx.delete(deskViews).where(and(eq(deskViews.id, viewId), eq(deskViews.staffId, staffId))),
  );
}
