import { expect, test } from 'vitest';
import { BANK_ACCOUNT_STATUSES } from '../bank-account';
import { DISPUTE_STATUSES } from '../dispute';
import { ORDER_STATUSES, SHIPMENT_STATUSES } from '../order';
import { ATTEMPT_STATUSES, PAYMENT_STATUSES } from '../payment';
import { LINK_STATUSES } from '../payment-link';
import { REFERRAL_STATUSES } from '../referral';
import { REFUND_STATUSES } from '../refund';
import { SUBSCRIPTION_STATUSES } from '../subscription';
import {
  ATTEMPT_TRANSITIONS,
  BANK_ACCOUNT_TRANSITIONS,
  DISPUTE_TRANSITIONS,
  LINK_TRANSITIONS,
  MESSAGE_STATUSES,
  MESSAGE_TRANSITIONS,
  ORDER_TRANSITIONS,
  PARCEL_TRANSITIONS,
  PAYMENT_TRANSITIONS,
  REFERRAL_TRANSITIONS,
  REFUND_TRANSITIONS,
  SUBSCRIPTION_TRANSITIONS,
  transitionBetween,
  type Transition,
} from './transitions';

const MACHINES = [
  {
    title: 'Order',
    statuses: ORDER_STATUSES,
    machine: ORDER_TRANSITIONS,
    starts: ['upcoming', 'skipped', 'charging', 'awaiting_payment'],
  },
  { title: 'Payment', statuses: PAYMENT_STATUSES, machine: PAYMENT_TRANSITIONS, starts: ['pending'] },
  {
    title: 'Charge attempt',
    statuses: ATTEMPT_STATUSES,
    machine: ATTEMPT_TRANSITIONS,
    starts: ['created', 'sent'],
  },
  {
    title: 'Subscription',
    statuses: SUBSCRIPTION_STATUSES,
    machine: SUBSCRIPTION_TRANSITIONS,
    starts: ['awaiting_payment', 'imported'],
  },
  {
    title: 'Refund',
    statuses: REFUND_STATUSES,
    machine: REFUND_TRANSITIONS,
    starts: ['created', 'manual', 'succeeded'],
  },
  { title: 'Dispute', statuses: DISPUTE_STATUSES, machine: DISPUTE_TRANSITIONS, starts: DISPUTE_STATUSES },
  { title: 'Referral', statuses: REFERRAL_STATUSES, machine: REFERRAL_TRANSITIONS, starts: ['applied'] },
  { title: 'Parcel', statuses: SHIPMENT_STATUSES, machine: PARCEL_TRANSITIONS, starts: ['preparing'] },
  {
    title: 'Bank account',
    statuses: BANK_ACCOUNT_STATUSES,
    machine: BANK_ACCOUNT_TRANSITIONS,
    starts: ['pending'],
  },
  { title: 'Payment link', statuses: LINK_STATUSES, machine: LINK_TRANSITIONS, starts: ['open'] },
  { title: 'Message', statuses: MESSAGE_STATUSES, machine: MESSAGE_TRANSITIONS, starts: ['queued'] },
] as const satisfies readonly {
  title: string;
  statuses: readonly string[];
  machine: readonly Transition<string>[];
  starts: readonly string[];
}[];

const diagram = ({ title, machine, starts }: (typeof MACHINES)[number]) => [
  `## ${title}`,
  '',
  '```mermaid',
  'stateDiagram-v2',
  ...starts.map((status) => `  [*] --> ${status}`),
  ...machine.flatMap(({ name, from, to }) => from.map((status) => `  ${status} --> ${to}: ${name}`)),
  '```',
  '',
];

test('the diagrams in docs/state-machines.md match the transition tables', async () => {
  const text = [
    '# State machines',
    '',
    'Drawn from `src/domain/lifecycle/transitions.ts`; `npx vitest run --project unit -u` draws them again. `server/lifecycle` alone writes these statuses. It refuses any other step, and of an attempt any other end.',
    '',
    ...MACHINES.flatMap(diagram),
  ].join('\n');
  await expect(text.trimEnd() + '\n').toMatchFileSnapshot('../../../docs/state-machines.md');
});

test.each(MACHINES)(
  'every status of the machine "$title" can be reached',
  ({ statuses, machine, starts }) => {
    const reached = new Set<string>([...starts, ...machine.map(({ to }) => to)]);
    expect([...statuses].filter((status) => !reached.has(status))).toEqual([]);
  },
);

test.each(MACHINES)('the machine "$title" has at most one step between two statuses', ({ machine }) => {
  const ways = machine.flatMap(({ from, to }) => from.map((status) => `${status} ${to}`));
  expect(new Set(ways).size).toBe(ways.length);
});

test('transitionBetween throws for a step that the machine does not have', () => {
  expect(transitionBetween(ORDER_TRANSITIONS, 'charging', 'unpaid')).toBe('unpaid');
  expect(() => transitionBetween(ORDER_TRANSITIONS, 'paid', 'unpaid')).toThrow(RangeError);
  expect(() => transitionBetween(ORDER_TRANSITIONS, 'void', 'charging')).toThrow(RangeError);
});
