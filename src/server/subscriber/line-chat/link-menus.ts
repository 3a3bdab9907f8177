import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf } from '@/domain/day';
import { groupBy } from '@/domain/group-by';
import { transaction } from '../../db';
import { isAmong } from '../../db/among';
import { queryRows } from '../../db/query-rows';
import { identities } from '../../db/schema';
import { linkMenu, unlinkMenuOf } from '../../gateways/line/menus';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';

const row = z.object({ id: z.string(), menuId: z.string() });

/**
 * The friends whose rich menu is not that of their state and language, with the menu that they must get. The states are
 * those of `chatState` in src/domain/line-answer.ts.
 */
const WANTED = `with debts as (select distinct o.subscription_id from orders o join subscriptions s on s.id = o.subscription_id
    where o.status in ('charging','awaiting_payment') or (o.status = 'unpaid' and s.status = 'inactive'))
  select i.subject as id, m.menu_id as "menuId" from identities i join accounts a on a.id = i.account_id
    left join subscriptions s on s.account_id = a.id left join debts d on d.subscription_id = s.id
    join line_menus m on m.locale = a.locale and m.state = case
      when s.id is null then 'guest'
      when d.subscription_id is not null then 'debt'
      when s.status = 'awaiting_payment' and s.activated_at is null then 'guest'
      when s.status = 'active' and (s.paused_until is null or s.paused_until <= $1) then 'active'
      else 'rest' end
  where i.provider = 'line' and i.friend and not i.blocked and i.menu_id is distinct from m.menu_id`;

/** Returns LINE users whose rich menu has to change. None before the menus were created. */
export function listMenusToLink({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return queryRows(db, row, {
    text: `${WANTED} order by i.subject limit $2`,
    params: [dayOf(now), limit],
  });
}

/**
 * Shows each LINE user the menu of the present state, in one call for each menu. After a crash the same is done again.
 * @throws Error for a refusal of LINE; the next run tries again
 */
export async function linkMenus(
  { db, now }: Ctx,
  subjects: readonly string[],
): Promise<Record<string, never>> {
  const wanted = await queryRows(db, row, {
    text: `${WANTED} and i.subject in (select jsonb_array_elements_text($2::jsonb))`,
    params: [dayOf(now), JSON.stringify(subjects)],
  });
  for (const [menuId, people] of groupBy(wanted, (one) => one.menuId)) {
    const ids = people.map(({ id }) => id);
    await linkMenu(menuId, ids);
    await transaction(db, (tx) =>
      tx
        .update(identities)
        .set({ menuId })
        .where(and(eq(identities.provider, 'line'), isAmong(identities.subject, ids))),
    );
    log.info('line.menus_linked', { count: ids.length });
  }
  return {};
}

/** Shows the default menu to a LINE user who is not linked with an account any more. @throws Error, so that the job retries */
export async function unlinkMenu({ db }: Ctx, subject: string): Promise<void> {
  const [isLinkedAgain] = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.provider, 'line'), eq(identities.subject, subject)));
  if (!isLinkedAgain) await unlinkMenuOf(subject);
}
