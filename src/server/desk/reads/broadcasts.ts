import { desc, eq, sql } from 'drizzle-orm';
import { DAY_MS } from '@/domain/duration';
import type { BroadcastInput } from '@/schemas/broadcasts';
import { broadcasts, staff } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { countGroup, listReaders, messageFor, type GroupSizes } from '../acts/broadcast-group';
import { messageTo, type ComingMessage } from './messages';

const EXAMPLES = 3;
const LISTED = 20;

export interface BroadcastPreview extends GroupSizes {
  /** The first readers, each with the message as it will come. */
  examples: (ComingMessage & { name: string })[];
}

/** Returns who gets a text, who is left out and why, and how the first readers see it. */
export async function previewBroadcast(ctx: Ctx, input: BroadcastInput): Promise<BroadcastPreview> {
  const [sizes, readers] = await Promise.all([
    countGroup(ctx.db, ctx.now, input),
    listReaders(ctx.db, ctx.now, input, { after: '', limit: EXAMPLES }),
  ]);
  const examples = await Promise.all(
    readers.map(async (one) => {
      const { kind, firstName, text } = messageFor(one, input);
      const account = { id: one.accountId, locale: one.locale };
      const coming = await messageTo(ctx, account, kind, { firstName, text, broadcastId: null });
      return { ...coming, text, name: one.name };
    }),
  );
  return { ...sizes, examples };
}

/** Returns the latest texts for groups, newest first. */
export async function listBroadcasts({ db, now }: Ctx) {
  const rows = await db
    .select({ broadcast: broadcasts, by: staff.name })
    .from(broadcasts)
    .leftJoin(staff, eq(staff.id, broadcasts.staffId))
    .where(sql`not ${broadcasts.filter} ? 'accountId'`)
    .orderBy(desc(broadcasts.createdAt))
    .limit(LISTED);
  return rows.map(({ broadcast, by }) => ({
    broadcastId: broadcast.id,
    by: by || broadcast.staffId,
    purpose: broadcast.purpose,
    texts: { en: broadcast.en, th: broadcast.th },
    people: broadcast.people,
    queued: broadcast.queued,
    at: broadcast.createdAt.toISOString(),
    // A later message waits for a retry only.
    canStop: !broadcast.stoppedAt && now.getTime() - broadcast.createdAt.getTime() < DAY_MS,
    state: broadcast.stoppedAt
      ? ('stopped' as const)
      : broadcast.doneAt
        ? ('done' as const)
        : ('open' as const),
  }));
}
