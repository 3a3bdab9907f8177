import { beforeEach, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { CHAT_STATES, chatState } from '@/domain/line-answer';
import { transaction } from '@/server/db';
import { deleteLineData } from '@/server/login/line-identity';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { pauseSubscription } from '@/server/subscriber/plan/plan-commands';
import { runBilling } from '@/server/work/jobs/run';
import { runJobs } from '@/testing/jobs';
import { lineUserId, plantFriend } from '@/testing/line';
import { lineApi, onPhone } from '@/testing/line-chat';
import { plantPending } from '@/testing/offline';
import { clearFaults, injectFault } from '@/testing/providers';
import { plantFailed } from '@/testing/repair-links';
import { plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';
import { readPerson } from './facts';
import { repairMenus } from './repair-menus';

const world = withWorld({ cleanup: 'empty' });
beforeEach(async () => {
  for (const { richMenuId } of await menus())
    await lineApi(world, 'DELETE', `/v2/bot/richmenu/${richMenuId}`);
});

type Menu = { richMenuId: string; name: string; areas: { action: { data?: string; uri?: string } }[] };
const menus = async () =>
  (await lineApi<{ richmenus: Menu[] }>(world, 'GET', '/v2/bot/richmenu/list')).richmenus;
/** Returns the state and language of the menu that LINE shows to somebody, or null. */
async function menuOf(person: string): Promise<string | null> {
  const shown = await lineApi<{ richMenuId?: string }>(
    world,
    'GET',
    `/v2/bot/user/${person === 'all' ? 'all' : lineUserId(person)}/richmenu`,
  );
  const found = (await menus()).find(({ richMenuId }) => richMenuId === shown.richMenuId);
  return found?.name.split('-').slice(1, 3).join('-') ?? null;
}
const link = async () => {
  await dropQueuedMessages(world);
  await runBilling(world.ctx());
};

test('the command creates eight menus once, repairs a deleted one, and may be interrupted', async () => {
  await injectFault(world, {
    service: 'line',
    op: 'POST /v2/bot/richmenu/{menuId}/content',
    kind: 'status',
    times: 1,
    args: { status: 500 },
  });
  await expect(repairMenus(world.ctx())).rejects.toThrow('LINE_500');
  await clearFaults(world);
  expect(await repairMenus(world.ctx())).toMatchObject({ created: 8, kept: 0 });
  expect(await repairMenus(world.ctx())).toEqual({ created: 0, kept: 8, deleted: 0, waiting: 0 });
  const [first] = await menus();
  await lineApi(world, 'DELETE', `/v2/bot/richmenu/${first?.richMenuId}`);
  expect(await repairMenus(world.ctx())).toMatchObject({ created: 1, kept: 7 });
  const names = (await menus()).map(({ name }) => name.replace(/-[0-9a-f]{12}$/, ''));
  expect(names.toSorted()).toEqual(
    CHAT_STATES.flatMap((state) => [`ira-${state}-en`, `ira-${state}-th`]).toSorted(),
  );
  expect(await menuOf('all')).toBe('guest-th');
});

test('each person sees the menu of the state that answers tell, also after it changes', async () => {
  await repairMenus(world.ctx());
  const failed = await plantFailed(world, 6);
  const [active, waiting] = [await plantSubscriber(world), await plantPending(world)];
  const registering = await plantRegistration(world);
  const people: [person: string, accountId: string, state: string][] = [
    ['mali', active.accountId, 'active'],
    ['ploy', waiting.accountId, 'debt'],
    ['dao', failed.accountId, 'debt'],
    ['nid', registering.accountId, 'guest'],
  ];
  for (const [person, accountId] of people) await plantFriend(world, accountId, person);
  const expectMenus = async () => {
    await link();
    for (const [person, , state] of people) {
      const { facts } = await readPerson(world.ctx(), lineUserId(person), null);
      expect([await menuOf(person), chatState(facts)], person).toEqual([`${state}-en`, state]);
    }
  };
  await expectMenus();
  await pauseSubscription(world.ctx(), active.accountId, { until: parseDay('2027-04-15') });
  people[0] = ['mali', active.accountId, 'rest'];
  await expectMenus();
  await cancelSubscription(world.ctx(), active.accountId, { reason: 'other' });
  await expectMenus();
});

test('a refusal of LINE is tried again by the next run, and a menu that was linked is not linked again', async () => {
  await repairMenus(world.ctx());
  const { accountId } = await plantSubscriber(world);
  await plantFriend(world, accountId);
  const op = 'POST /v2/bot/richmenu/bulk/link';
  await injectFault(world, { service: 'line', op, kind: 'status', times: 'always', args: { status: 500 } });
  await link();
  await clearFaults(world);
  expect(await menuOf('mali')).toBeNull();
  await world.setNow(new Date(world.now().getTime() + 3_600_000));
  await link();
  expect(await menuOf('mali')).toBe('active-en');
  await injectFault(world, { service: 'line', op, kind: 'status', times: 'always', args: { status: 500 } });
  expect((await runBilling(world.ctx())).failed).toBe(0);
});

test('who unlinks LINE sees the default menu, and who follows again gets the own one again', async () => {
  await repairMenus(world.ctx());
  const { accountId } = await plantSubscriber(world);
  await plantFriend(world, accountId);
  await link();
  await lineApi(world, 'DELETE', `/v2/bot/user/${lineUserId('mali')}/richmenu`);
  await onPhone(world, 'mali', 'block');
  await onPhone(world, 'mali', 'unblock');
  await link();
  expect(await menuOf('mali')).toBe('active-en');
  await transaction(world.db, (tx) => deleteLineData(tx, accountId));
  await runJobs();
  expect(await menuOf('mali')).toBeNull();
});
