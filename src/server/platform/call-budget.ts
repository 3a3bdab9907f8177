import { AppError } from '@/domain/errors';
import { THROTTLES, type ThrottleName } from '@/domain/throttle';
import { processState } from '@/process-state';
import type { Db } from '../db';
import { systemNow } from './clock';
import { countRefusedCaller } from './counters';
import { showLimit } from './shown-limits';
import { takeUses } from './throttle';

/** The uses that a process takes of the shared counter at once, so that not every call writes a row. */
const BLOCK = 20;

/** What a process has of the limit of one subject. */
interface Budget {
  mine: number;
  /** What was left for all processes when the last block was taken. */
  left: number;
  max: number;
  endsAt: Date;
}

interface Held {
  budget: Budget | null;
  taking: Promise<void> | null;
}

/**
 * Counts a call against a limit with a fixed window that all processes share. A process takes blocks of it and counts its
 * calls in memory: all processes together never exceed the limit.
 * @throws AppError THROTTLED with the seconds to wait
 */
export async function countCall(db: Db, name: ThrottleName, subject: string): Promise<void> {
  const all = processState('call-budgets', () => new Map<string, Held>());
  const key = `${name} ${subject}`;
  const held = all.get(key) ?? { budget: null, taking: null };
  all.set(key, held);
  for (;;) {
    const { budget } = held;
    if (budget && budget.endsAt > systemNow()) {
      const { max, endsAt } = budget;
      const left = budget.left + Math.max(0, budget.mine - 1);
      showLimit({ name, max, left, windowMinutes: THROTTLES[name].windowMinutes, endsAt });
      if (budget.mine > 0) {
        budget.mine -= 1;
        return;
      }
      if (budget.left === 0) throw refusal(name, endsAt);
    }
    held.taking ??= take(db, held, name, subject).finally(() => (held.taking = null));
    await held.taking;
  }
}

async function take(db: Db, held: Held, name: ThrottleName, subject: string): Promise<void> {
  const { taken, left, max, endsAt } = await takeUses(db, { name, subject }, BLOCK);
  held.budget = { mine: taken, left, max, endsAt };
}

function refusal(name: ThrottleName, endsAt: Date): AppError {
  countRefusedCaller(name);
  const seconds = Math.ceil((endsAt.getTime() - systemNow().getTime()) / 1000);
  return new AppError('THROTTLED', { retryAfterSeconds: Math.max(1, seconds) });
}
