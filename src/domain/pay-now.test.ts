import { describe, expect, test } from 'vitest';
import {
  decide,
  isByCard,
  MEANS,
  OPEN_STATES,
  openStateOf,
  OWED,
  PAY_NOW,
  PURPOSES,
  type Means,
  type OpenState,
  type PayNowFacts,
  type Purpose,
} from './pay-now';
import { ATTEMPT_STATUSES, isOpenAttempt } from './payment';

/** The means that a command of each purpose can ask for. */
const MEANS_OF = {
  first: ['new_card', 'bank_account', 'later'],
  return: ['saved_card', 'bank_account', 'later'],
  order_now: ['saved_card', 'bank_account', 'later'],
  convert: ['new_card', 'saved_card', 'bank_account'],
  card: ['new_card', 'saved_card'],
  repair: ['new_card', 'qr'],
  link: ['later', 'qr', 'app'],
} as const satisfies Record<Purpose, readonly Means[]>;

/** Returns what can be open. Only a new card is unclear, and only an order that is owed already has a link or code. */
const openStatesOf = (purpose: Purpose, means: Means): readonly OpenState[] =>
  OPEN_STATES.filter((open) => {
    if (open === 'unclear') return means === 'new_card' && purpose !== 'first';
    if (open === 'elsewhere') return means === 'qr' || means === 'app';
    if (open === 'ended') return purpose === 'repair' || (purpose === 'link' && means === 'qr');
    return open !== 'live' || (purpose !== 'return' && purpose !== 'order_now');
  });

const FLAGS = [false, true];

/** Returns every combination of facts: all purposes, means, open states, totals and circumstances. */
function* everyCase(): Generator<PayNowFacts> {
  for (const purpose of PURPOSES)
    for (const means of MEANS)
      for (const open of OPEN_STATES)
        for (const owed of OWED)
          for (const isKnown of FLAGS)
            for (const isRepeated of FLAGS)
              for (const isLate of FLAGS)
                for (const isReady of isByCard(means) ? FLAGS : [true])
                  for (const isSaved of isByCard(means) ? FLAGS : [false])
                    for (const hasLeft of FLAGS)
                      yield {
                        purpose,
                        means,
                        open,
                        owed,
                        isKnown,
                        isRepeated,
                        isLate,
                        isReady,
                        isSaved,
                        hasLeft,
                      };
}

const stepOf = (facts: PayNowFacts): string => {
  const step = decide(facts);
  return step.do === 'refuse' ? step.code : step.do;
};

const BLANK = { isKnown: false, isRepeated: false, isLate: false, hasLeft: false } as const;

/**
 * Returns the steps of a call, until it has a result. A card turns out to be another one than that of an unclear
 * challenge. What is left stays open, or ends.
 */
function walk(from: PayNowFacts, ends: boolean): string[] {
  const step = stepOf(from);
  if (step === 'obtain') {
    const open = from.open === 'unclear' ? 'other' : from.open;
    return [step, ...walk({ ...from, open, isReady: true }, ends)];
  }
  if (step === 'leave')
    return [step, ...walk({ ...from, open: ends ? 'none' : from.open, hasLeft: true }, ends)];
  return [step];
}

function cell(facts: Omit<PayNowFacts, 'isReady' | 'isSaved'>): string {
  const from = { ...facts, isReady: !isByCard(facts.means), isSaved: facts.purpose === 'card' };
  const [ended, stuck] = [walk(from, true), walk(from, false)];
  return ended.join() === stuck.join()
    ? ended.join(', ')
    : `${ended.join(', ')}; if it stays open ${stuck.at(-1)}`;
}

test('the table in docs/paying.md matches the rule of paying at a screen', async () => {
  const sections = PURPOSES.flatMap((purpose) =>
    MEANS_OF[purpose].flatMap((means) => [
      `## ${purpose}, ${means}`,
      '',
      '| open | total as shown, or accepted | other total | nothing owed | same request | too late |',
      '|---|---|---|---|---|---|',
      ...openStatesOf(purpose, means).map((open) => {
        const facts = { ...BLANK, purpose, means, open };
        const cells = [
          cell({ ...facts, owed: 'as_shown' }),
          cell({ ...facts, owed: 'changed' }),
          cell({ ...facts, owed: 'nothing' }),
          cell({ ...facts, owed: 'as_shown', isKnown: true }),
          purpose === 'first' ? cell({ ...facts, owed: 'as_shown', isLate: true }) : '–',
        ];
        return `| ${[open, ...cells].join(' | ')} |`;
      }),
      '',
    ]),
  );
  const text = [
    '# Paying at a screen',
    '',
    'Drawn from `src/domain/pay-now.ts`; `npx vitest run --project unit -u` draws it again. Each cell has the steps of a call, one after the other. The words of the columns and rows are explained there. [0050](decisions/0050-paying-at-a-screen.md) has the reasons.',
    '',
    '## Rows of the rule',
    '',
    'The first row that applies decides.',
    '',
    '| row | step |',
    '|---|---|',
    ...PAY_NOW.map(({ row, then }) => `| ${row} | ${then} |`),
    '',
    ...sections,
  ].join('\n');
  await expect(text.trimEnd() + '\n').toMatchFileSnapshot('../../docs/paying.md');
});

describe('in every combination, the rule', () => {
  const cases = [...everyCase()];
  const charged = cases.filter((facts) => stepOf(facts) === 'charge');

  test('needs each of its rows: without one, some combination is decided otherwise', () => {
    const needed = new Set<number>();
    for (const facts of cases) {
      const [first = -1, second = -1] = PAY_NOW.flatMap(({ when }, at) => (when(facts) ? at : []));
      if (PAY_NOW[first]?.then !== PAY_NOW[second]?.then) needed.add(first);
    }
    expect(PAY_NOW.filter((_, at) => !needed.has(at))).toEqual([]);
  });

  test('answers a request that is known, whatever the total is now, unless something is still open', () => {
    const known = cases.filter(({ isKnown, owed }) => isKnown && owed === 'changed');
    const closed = known.filter(({ open }) => open === 'none');
    expect(new Set(closed.map(stepOf))).toEqual(new Set(['answer']));
    const open = known.filter(
      ({ open: state, isLate }) => !isLate && !['none', 'unresolved'].includes(state),
    );
    expect(new Set(open.map(stepOf))).toEqual(new Set(['TOTAL_CHANGED']));
  });

  test('never charges while the outcome of a charge is unknown or a 3-D Secure challenge is open', () => {
    expect(new Set(charged.map(({ open }) => open))).toEqual(new Set(['none', 'live', 'ended', 'elsewhere']));
  });

  test('never has two codes or links open: only a card or a bank account is charged while one is', () => {
    const open = charged.filter(({ open }) => open === 'live' || open === 'ended');
    const stored = (means: Means) => isByCard(means) || means === 'bank_account';
    expect(open.filter(({ means, open: state }) => !stored(means) && state === 'live')).toEqual([]);
    expect(open.filter(({ means, open: state }) => means === 'qr' && state === 'ended')).toEqual([]);
  });

  test('charges, and calls the gateway, only for the total that was shown', () => {
    const calls = cases.filter((facts) => ['charge', 'nothing'].includes(stepOf(facts)));
    expect(calls.filter(({ owed }) => owed === 'changed')).toEqual([]);
    const left = cases.filter((facts) => stepOf(facts) === 'leave' || stepOf(facts) === 'show');
    expect(left.filter(({ owed }) => owed === 'changed')).toEqual([]);
    const accepted = cases.filter((facts) => stepOf(facts) === 'obtain' && facts.owed === 'changed');
    // A card is saved while its charge has to wait.
    expect(accepted.filter(({ purpose, open }) => purpose !== 'card' || open !== 'unresolved')).toEqual([]);
  });

  test('answers a repeated request with its own result', () => {
    const known = cases.filter(({ isKnown, owed }) => isKnown && owed !== 'changed');
    const others = known.filter((facts) => stepOf(facts) !== 'answer');
    expect(new Set(others.map(({ purpose, open }) => `${purpose} ${open}`))).toEqual(
      new Set(['first unresolved']),
    );
  });

  test('charges nothing that is not owed, and no expired registration', () => {
    expect(
      charged.filter(({ owed, isLate, isRepeated }) => owed === 'nothing' || isLate || isRepeated),
    ).toEqual([]);
  });

  test('charges no card that the gateway has not accepted, and ends a challenge for an accepted card only', () => {
    const unready = cases.filter(({ isReady }) => !isReady).map(stepOf);
    expect(unready).not.toContain('charge');
    expect(unready).not.toContain('leave');
  });

  test('tries to end what is open once', () => {
    expect(cases.filter(({ hasLeft }) => hasLeft).map(stepOf)).not.toContain('leave');
  });

  test('reaches a result after at most three steps', () => {
    const lengths = cases.flatMap((facts) => FLAGS.map((ends) => walk(facts, ends).length));
    expect(lengths.reduce((most, length) => Math.max(most, length))).toBe(3);
  });
});

test('every attempt that may still change is unresolved, a challenge, or a code', () => {
  for (const status of ATTEMPT_STATUSES.filter(isOpenAttempt))
    for (const source of ['card', 'promptpay'] as const) {
      const states = [true, false, null].map((isSame) => openStateOf({ source, status }, { isSame }));
      const challenge = source === 'card' ? ['same', 'other', 'unclear'] : ['live', 'live', 'live'];
      const isWaiting = status === 'action_required';
      expect(states).toEqual(isWaiting ? challenge : ['unresolved', 'unresolved', 'unresolved']);
    }
  expect(
    openStateOf({ source: 'promptpay', status: 'action_required' }, { isSame: false, isOver: true }),
  ).toBe('ended');
  const elsewhere = { isSame: false, isOver: true, isElsewhere: true };
  expect(openStateOf({ source: 'promptpay', status: 'action_required' }, elsewhere)).toBe('elsewhere');
  expect(openStateOf({ source: 'promptpay', status: 'unknown' }, elsewhere)).toBe('unresolved');
  expect(openStateOf(null, { isSame: null })).toBe('none');
});
