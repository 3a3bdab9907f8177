import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { conversationMessages } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { lineUserId, plantFriend } from '@/testing/line';
import { lineControl, onPhone, phoneMessages, postLineEvents } from '@/testing/line-chat';
import { clearFaults, injectFault } from '@/testing/providers';
import { forgetEverybody, pass, plantSubscriber } from '@/testing/subscribers';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';

const RUNS = inject('isDeep') ? 200 : 3;
const STEPS = inject('isDeep') ? 60 : 25;
const PEOPLE = ['mali', 'dao'] as const;

const world = withWorld();

const who = fc.constantFrom(...PEOPLE);
/** What happens next. Each written number is one that no other message has, so that its answer is known by it. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('number' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('talk' as const), who }) },
  // LINE promises no order: the event comes late, with a token that is not good any more.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('late' as const),
      who,
      minutes: fc.constantFrom(3, 9, 11, 60),
      copies: fc.constantFrom(1, 4),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('again' as const), at: fc.nat(), copies: fc.constantFrom(1, 3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      op: fc.constantFrom('POST /v2/bot/message/reply', 'POST /v2/bot/message/push'),
      args: fc.constantFrom(
        { kind: 'reset', after: true },
        { kind: 'reset' },
        { kind: 'status', status: 500 },
        { kind: 'status', status: 429 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 20, 55, 200) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const), retries: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('block' as const, 'unblock' as const), who }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let numbers = 500_000;
let events = 0;

async function take(one: Step, sent: Map<string, string>): Promise<void> {
  switch (one.do) {
    case 'number':
    case 'talk': {
      const text = one.do === 'number' ? `#${(numbers += 1)}` : `my cat ate ${(numbers += 1)}`;
      sent.set((await onPhone(world, one.who, 'message', { text })).id, text);
      return;
    }
    case 'late': {
      const [id, text] = [`01LATE${(events += 1)}`, `#${(numbers += 1)}`];
      const timestamp = world.now().getTime() - one.minutes * 60_000;
      const source = { type: 'user', userId: lineUserId(one.who) };
      const message = { id: `m${id}`, type: 'text', text };
      const event = {
        type: 'message',
        mode: 'active',
        timestamp,
        source,
        message,
        webhookEventId: id,
        replyToken: 'old',
      };
      sent.set(id, text);
      await Promise.all(Array.from({ length: one.copies }, () => postLineEvents(world, event, event)));
      return;
    }
    case 'again': {
      const ids = [...sent.keys()].filter((id) => !id.startsWith('01LATE'));
      const redeliver = ids[one.at % Math.max(ids.length, 1)];
      if (redeliver === undefined) return;
      await Promise.all(
        Array.from({ length: one.copies }, () => lineControl(world, '/webhooks', { redeliver })),
      );
      return;
    }
    case 'fault': {
      const { kind, ...args } = one.args;
      return injectFault(world, { service: 'line', op: one.op, kind, times: 1, args });
    }
    case 'wait':
      return pass(world, { seconds: one.seconds });
    case 'work':
      if (one.retries) await makeJobsDue();
      return runJobs();
    case 'block':
    case 'unblock':
      await onPhone(world, one.who, one.do);
  }
}

/** Finishes all work, as the worker does when LINE is well again. */
async function finish(): Promise<void> {
  await clearFaults(world);
  for (const person of PEOPLE) await onPhone(world, person, 'unblock');
  for (let round = 0; round < 3; round += 1) {
    await makeJobsDue();
    await runJobs();
    await pass(world, { seconds: 70 });
    await runBilling(world.ctx());
  }
}

test('each message is answered exactly once, or a person reads it, whatever is duplicated, late, lost or blocked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: STEPS }), async (steps) => {
      await lineControl(world, '/quota', { limit: null, used: 0 });
      for (const person of PEOPLE) {
        await onPhone(world, person, 'unblock');
        await plantFriend(world, (await plantSubscriber(world)).accountId, person);
      }
      await dropQueuedMessages(world);
      const sent = new Map<string, string>();
      try {
        for (const one of steps) await take(one, sent);
        await finish();
        const read = await world.db.select({ key: conversationMessages.eventKey }).from(conversationMessages);
        const keys = read.map(({ key }) => key);
        const answers = await phoneMessages(world);
        for (const [id, text] of sent) {
          const isRead = keys.includes(`line:${id}`);
          const told = answers.filter((answer) => answer.text.includes(`${text}.`)).length;
          if (text.startsWith('#'))
            expect(isRead ? told <= 1 : told === 1, `${text} ${id}: ${told}, ${isRead}`).toBe(true);
          else expect([isRead, told]).toEqual([true, 0]);
        }
      } finally {
        await clearFaults(world);
        await forgetEverybody(world);
        await world.setNow(world.openedAt);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
