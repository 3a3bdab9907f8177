import type { Child } from './child';
import { emailOf, logIn, numbers, unknownEmail } from './auth-accounts';
import type { Place } from './auth-surge';
import { sameSourceP } from './ranks';
import type { Report } from './report';
import { trpcMutation, type Asked } from './requests';
import { spreadOf } from './rounds';
import { targetText, verdictOf } from './verdict';
import type { Visit, Visited } from './visitor';

const PAIRS = 400;
const WARM_UP_PAIRS = 40;

/**
 * Measures whether response times reveal which e-mails have an account. Requests alternate between known and
 * unknown e-mails.
 */
export async function timingOf({ stage }: Place, visitor: Child, port: number): Promise<Report> {
  const asking: Record<string, { status: number; ask: (email: string) => Asked }> = {
    'POST /api/login, wrong password': { status: 401, ask: (email) => logIn(email, 'wrong horse') },
    'auth.requestPasswordReset': {
      status: 200,
      ask: (email) => trpcMutation('auth.requestPasswordReset', { email }),
    },
  };
  const rows: Report['rows'] = [];
  const failures: string[] = [];
  for (const [name, { status, ask }] of Object.entries(asking)) {
    stage.signal.throwIfAborted();
    const visits = numbers(WARM_UP_PAIRS + PAIRS).flatMap((n) => {
      const known = { isKnown: true, asked: ask(emailOf(n)) };
      const unknown = { isKnown: false, asked: ask(unknownEmail(n)) };
      // Known and unknown e-mails alternate in the first place, because the second request could be faster.
      return n % 2 === 0 ? [known, unknown] : [unknown, known];
    });
    const asked = visits.map((visit) => visit.asked);
    const { statuses, ms } = await visitor.ask<Visited>('inTurn', { port, asked } satisfies Visit);
    const wrong = statuses.find((one) => one !== status);
    if (wrong !== undefined) failures.push(`${name} answered ${wrong}, not ${status}`);
    const of = (isKnown: boolean) =>
      ms.filter((_took, at) => at >= 2 * WARM_UP_PAIRS && visits[at]?.isKnown === isKnown);
    rows.push(timingRow(name, of(true), of(false)));
  }
  return {
    title: `auth: what the time taken tells of an e-mail, ${PAIRS} pairs of a known and an unknown one`,
    rows,
    notes: [
      'one connection, one request after the other, both orders in turn; other people’s work blurs both alike',
    ],
    failures,
  };
}

function timingRow(name: string, known: number[], unknown: number[]) {
  const [a, b] = [spreadOf(known).median, spreadOf(unknown).median];
  const [p, difference] = [sameSourceP(known, unknown), Math.abs(a - b) / b];
  return {
    call: name,
    'median ms: known': a,
    'median ms: unknown': b,
    difference,
    'difference at most': targetText({ atMost: 0.05 }),
    'Mann-Whitney p': p,
    'p at least': targetText({ atLeast: 0.01 }),
    verdict:
      verdictOf(difference, { atMost: 0.05 }) === 'reached' ? verdictOf(p, { atLeast: 0.01 }) : 'missed',
  };
}
