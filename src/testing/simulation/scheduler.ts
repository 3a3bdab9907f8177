import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from './random';

/** A unit of work: a request, a job, rows of a scheduled job, a webhook. */
export interface Task {
  name: string;
  ended: boolean;
  /** Its process was killed: it never continues, and what it had not written is lost. */
  killed: boolean;
}

interface Gate {
  task: Task;
  label: string;
  open: () => void;
}

export interface Scheduler {
  /** Starts a task. It waits at its first gate until a step opens it. */
  spawn(name: string, work: () => Promise<void>): Task;
  /** A point at which other tasks may run: before each transaction, before and after each external call. */
  gate(label: string): Promise<void>;
  /** Runs work without gates inside: a statement, a transaction, a call. No other task runs before it ends. */
  runExclusive<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Whether a task is running, and not the simulation itself. */
  isInTask(): boolean;
  /** Opens one gate, drawn at random, and waits until its task stops again. @returns false when no task waits */
  step(): Promise<boolean>;
  /** Kills a task that waits at gates. */
  kill(task: Task): void;
  waiting(): readonly Task[];
}

/** After this many event-loop turns without a change every branch of the running task waits. */
const QUIET_TURNS = 3;

/**
 * Controls all interleaving: one task runs at a time, from gate to gate, in random order. A task may have several
 * branches, each at its own gate, such as the charges of a set. Opening one gate may free other branches: the task
 * stops once all of them wait. No task waits at a gate with a database lock, because no call is made inside a
 * transaction.
 * @param onError receives an error that a task threw
 */
export function createScheduler(random: Random, onError: (task: Task, error: unknown) => void): Scheduler {
  const current = new AsyncLocalStorage<Task>();
  let gates: Gate[] = [];
  let held = 0;
  let moves = 0;
  let wake: () => void = () => undefined;

  const move = () => {
    moves += 1;
    wake();
  };
  const wait = (task: Task, label: string) =>
    new Promise<void>((open) => {
      gates.push({ task, label, open });
      move();
    });
  const mayHaveStopped = (task: Task) =>
    held === 0 && (task.ended || gates.some((gate) => gate.task === task));
  const untilStopped = async (task: Task) => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      const before = moves;
      if (mayHaveStopped(task)) await nextTurn();
      else await new Promise<void>((resolve) => (wake = resolve));
      if (moves !== before) quiet = -1;
    }
  };

  return {
    spawn: (name, work) => {
      const task: Task = { name, ended: false, killed: false };
      const run = async () => {
        await wait(task, 'start');
        try {
          await work();
        } catch (error) {
          onError(task, error);
        }
        task.ended = true;
        move();
      };
      void current.run(task, run);
      return task;
    },
    gate: async (label) => {
      const task = current.getStore();
      if (task) await wait(task, label);
    },
    runExclusive: async (work) => {
      held += 1;
      move();
      try {
        return await work();
      } finally {
        held -= 1;
        move();
      }
    },
    isInTask: () => current.getStore() !== undefined,
    step: async () => {
      if (gates.length === 0) return false;
      const gate = gates[random.below(gates.length)]!;
      gates = gates.filter((one) => one !== gate);
      gate.open();
      await untilStopped(gate.task);
      return true;
    },
    kill: (task) => {
      task.killed = true;
      gates = gates.filter((gate) => gate.task !== task);
    },
    waiting: () => gates.map((gate) => gate.task),
  };
}
