import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACTIVITIES } from '@/domain/activity';
import { ORDER_TRANSITIONS, SUBSCRIPTION_TRANSITIONS } from '@/domain/lifecycle/transitions';
import { ATTEMPT_STATUSES, BOOKED_TRANSFER_STATUSES, UNBOOKED_TRANSFER_STATUSES } from '@/domain/payment';
import { POINTS_ENTRY_KINDS } from '@/domain/points';
import { MESSAGE_KINDS } from '@/emails/messages';
import en from './en/desk-history';
import { EVENTS } from '@/server/desk/reads/log';
import { flatten } from './words';

const WORDS = flatten(en);

const named = (prefix: string, names: readonly string[]) => names.map((name) => `events.${prefix}.${name}`);

test('every event that the rules can cause has a name in the history', () => {
  const codes = [
    ...named('account', ACTIVITIES),
    ...named('order', [...ORDER_TRANSITIONS.map(({ name }) => name), 'planned']),
    ...named(
      'subscription',
      SUBSCRIPTION_TRANSITIONS.map(({ name }) => name),
    ),
    ...named(
      'attempt',
      ATTEMPT_STATUSES.filter((status) => !['created', 'action_required'].includes(status)),
    ),
    ...named('transfer', [...BOOKED_TRANSFER_STATUSES, ...UNBOOKED_TRANSFER_STATUSES]),
    ...named('points', POINTS_ENTRY_KINDS),
  ];
  expect(codes.filter((code) => !(code in WORDS))).toEqual([]);
});

test('every event that the code of the server writes by name has a name in the history and in the log', () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const written = files.flatMap((file) =>
    [...readFileSync(`src/server/${file}`, 'utf8').matchAll(/\bwhat: '(\w+\.\w+)'/g)].map(
      ([, what = '']) => what,
    ),
  );
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter((what) => !(`events.${what}` in WORDS) && !what.startsWith('parcel.'))).toEqual([]);
  const beginnings = Object.values(EVENTS).flat();
  expect(written.filter((what) => !beginnings.includes(what.split('.')[0] ?? ''))).toEqual([]);
});

test('every kind of message to a subscriber has a name in the history', () => {
  const kinds = MESSAGE_KINDS.filter((kind) => !kind.startsWith('staff_'));
  expect(kinds.filter((kind) => !(`messages.${kind}` in WORDS))).toEqual([]);
});
