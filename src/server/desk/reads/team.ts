import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { queryRows } from '../../db/query-rows';
import { listStaff, type ListedMember } from '../../login/staff/members';
import { listStaffSessions, type ListedSession, type StaffSession } from '../../login/staff/sessions';
import type { Ctx } from '../../platform/context';

/** A member of the staff as an owner sees them. */
export interface TeamMember extends ListedMember {
  /** The instant (ISO 8601) of the last log-in; null before the first one. */
  lastLogInAt: string | null;
  /** The open sessions. */
  sessions: ListedSession[];
}

const logInRow = z.object({ staffId: z.string(), at: z.string() });

/** Returns all members of the staff with their last log-in and their open sessions. */
export async function readTeam(ctx: Ctx, member: StaffSession): Promise<TeamMember[]> {
  const [members, sessions, logIns] = await Promise.all([
    listStaff(ctx),
    listStaffSessions(ctx, member, 'all'),
    queryRows(
      ctx.db,
      logInRow,
      sql`select m.id as "staffId", to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
        from staff m cross join lateral (select e.at from audit_events e
          where e.actor like 'staff:%' and e.actor = 'staff:' || m.id and e.what = 'staff.logged_in'
          order by e.at desc limit 1) l`,
    ),
  ]);
  return members.map((one) => ({
    ...one,
    lastLogInAt: logIns.find(({ staffId }) => staffId === one.staffId)?.at ?? null,
    sessions: sessions.filter(({ staffId }) => staffId === one.staffId),
  }));
}
