import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../order';
import { ATTEMPT_STATUSES, PAYMENT_STATUSES } from '../payment';
import { SUBSCRIPTION_STATUSES } from '../subscription';
import {
  ATTEMPT_TRANSITIONS,
  ORDER_TRANSITIONS,
  PAYMENT_TRANSITIONS,
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
    starts: ['awaiting_payment'],
  },
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
    'Drawn from `src/domain/lifecycle/transitions.ts`; `npx vitest run --project unit -u` draws them again. `server/lifecycle` refuses any other step of an order, a payment or a subscription, and an attempt that ends otherwise.',
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
