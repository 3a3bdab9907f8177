import fc from 'fast-check';
import { isNull } from 'drizzle-orm';
import jpeg from 'jpeg-js';
import { expect, inject, test } from 'vitest';
import { conversationMessages, providerEvents } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { lineUserId, plantFriend } from '@/testing/line';
import { lineControl, onPhone, phoneMessages, postLineEvents } from '@/testing/line-chat';
import { clearFaults, injectFault } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import { pass, plantSubscriber } from '@/testing/subscribers';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';

/** `RACES=2500 FC_SEED=n` runs a part of many short scripts. */
const RUNS = inject('races');
const STEPS = inject('isDeep') ? 60 : 12;
/** The scripts after which everything is forgotten. */
const KEPT = 25;
const PICTURE = jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256, 90) }, 50).data.toString('base64');
const PEOPLE = ['mali', 'dao'] as const;

const world = withWorld();

const who = fc.constantFrom(...PEOPLE);
/** What happens next. Each written number is one that no other message has, so that its answer is known by it. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('number' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('talk' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('picture' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unsend' as const), at: fc.nat() }) },
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
      op: fc.constantFrom(
        'POST /v2/bot/message/reply',
        'POST /v2/bot/message/push',
        'GET /v2/bot/message/{messageId}/content',
      ),
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

/** A message by the id of its event. */
interface Sent {
  who: string;
  text: string;
  messageId: string;
  isUnsent: boolean;
}

async function take(one: Step, sent: Map<string, Sent>): Promise<void> {
  switch (one.do) {
    case 'number':
    case 'talk':
    case 'picture': {
      const { who } = one;
      const text = { number: '#', talk: 'my cat ate ', picture: '' }[one.do] + String((numbers += 1));
      const event =
        one.do === 'picture'
          ? await onPhone(world, who, 'picture', { text: PICTURE })
          : await onPhone(world, who, 'message', { text });
      sent.set(event.id, { who, text, messageId: event.message?.id ?? '', isUnsent: false });
      return;
    }
    case 'unsend': {
      const all = [...sent.values()];
      const taken = all[one.at % Math.max(all.length, 1)];
      if (!taken) return;
      taken.isUnsent = true;
      await onPhone(world, taken.who, 'unsend', { text: taken.messageId });
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
      sent.set(id, { who: one.who, text, messageId: `m${id}`, isUnsent: false });
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
  for (let round = 0; round < 4; round += 1) {
    await makeJobsDue();
    await runJobs();
    const open = await world.db.$count(providerEvents, isNull(providerEvents.settledAt));
    if (open === 0) return;
    await pass(world, { seconds: 70 });
    await runBilling(world.ctx());
  }
  throw new Error('an event waits for ever');
}

async function meet(): Promise<void> {
  await lineControl(world, '/quota', { limit: null, used: 0 });
  for (const person of PEOPLE) {
    await onPhone(world, person, 'unblock');
    await plantFriend(world, (await plantSubscriber(world)).accountId, person);
  }
  await dropQueuedMessages(world);
}

async function forget(): Promise<void> {
  await clearFaults(world);
  await forgetEverybody(world);
  await world.setNow(world.openedAt);
}

/** Expects that a message is answered once or read by a person, and that one that was taken back is read by none. */
async function check(sent: ReadonlyMap<string, Sent>): Promise<void> {
  const { eventKey: key, bodySealed: body, content } = conversationMessages;
  const read = await world.db.select({ key, body, content }).from(conversationMessages);
  const answers = await phoneMessages(world);
  for (const [id, { text, isUnsent }] of sent) {
    const found = read.find((one) => one.key === `line:${id}`);
    const told = answers.filter((answer) => answer.text.includes(`${text}.`)).length;
    const fate = `${text} ${id}: ${told}, ${found?.content}`;
    if (isUnsent) expect(told <= 1 && (found?.body ?? null) === null, fate).toBe(true);
    else if (text.startsWith('#')) expect(found ? told <= 1 : told === 1, fate).toBe(true);
    else expect([found !== undefined, told], fate).toEqual([true, 0]);
  }
}

test('each message is answered exactly once, or a person reads it, whatever is duplicated, late, lost or blocked', async () => {
  let run = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: STEPS }), async (steps) => {
        if (run % KEPT === 0) await meet();
        const sent = new Map<string, Sent>();
        for (const one of steps) await take(one, sent);
        await finish();
        await check(sent);
        run += 1;
        if (run % KEPT === 0) await forget();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  } finally {
    await forget();
  }
});
