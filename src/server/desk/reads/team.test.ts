import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '@/server/db/schema';
import { callDesk, memberBrowser } from '@/testing/desk';
import { withWorld } from '@/testing/with-world';
import type { TeamMember } from './team';

const world = withWorld();

test('an owner sees the devices and the last log-in of each member, and ends any session but the present one', async () => {
  const [owner, support] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'support')];
  const team = (await callDesk(owner, 'team.members', { kind: 'query' })).data as TeamMember[];
  const sessionOf = ({ staffId }: { staffId: string }) => {
    const found = team.find((one) => one.staffId === staffId);
    expect(found).toMatchObject({ lastLogInAt: expect.any(String) as string, sessions: [{}] });
    return { sessionId: found?.sessions[0]?.sessionId ?? '' };
  };
  expect((await callDesk(support, 'team.endSession', { input: sessionOf(owner) })).code).toBe('NOT_ALLOWED');
  expect((await callDesk(owner, 'team.endSession', { input: sessionOf(owner) })).code).toBe('NOT_FOUND');
  expect((await callDesk(owner, 'team.endSession', { input: sessionOf(support) })).code).toBe('ok');
  expect((await callDesk(support, 'entry.me', { kind: 'query' })).code).toBe('NOT_LOGGED_IN');
  const ended = { actor: `staff:${owner.staffId}`, subject: support.staffId, what: 'staff.sessions_ended' };
  expect(await world.db.select().from(auditEvents).where(eq(auditEvents.subject, support.staffId))).toEqual(
    expect.arrayContaining([expect.objectContaining(ended)]),
  );
});
