import { expect, test } from 'vitest';
import { ACTIVITIES } from '@/domain/activity';
import { ORDER_TRANSITIONS, SUBSCRIPTION_TRANSITIONS } from '@/domain/lifecycle/transitions';
import { ATTEMPT_STATUSES, BOOKED_TRANSFER_STATUSES, UNBOOKED_TRANSFER_STATUSES } from '@/domain/payment';
import { POINTS_ENTRY_KINDS } from '@/domain/points';
import { MESSAGE_KINDS } from '@/emails/messages';
import en from './en/desk-history';
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

test('every kind of message to a subscriber has a name in the history', () => {
  const kinds = MESSAGE_KINDS.filter((kind) => !kind.startsWith('staff_'));
  expect(kinds.filter((kind) => !(`messages.${kind}` in WORDS))).toEqual([]);
});
