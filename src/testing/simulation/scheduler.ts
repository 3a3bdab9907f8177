import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from './random';

/** One thing that somebody does: a request, a job, a row of a sweep, a webhook. */
export interface Task {
  name: string;
  ended: boolean;
  /** Its process was killed: it never goes on, and what it had not written is lost. */
  killed: boolean;
}

interface Gate {
  task: Task;
  label: string;
  open: () => void;
}

export interface Scheduler {
  /** Begins a task; it waits at its first gate until it is its turn. */
  spawn(name: string, work: () => Promise<void>): Task;
  /** Where the task that runs may lose its turn: before each transaction, before and after each call outside. */
  gate(label: string): Promise<void>;
  /** Runs work that has no gate inside: a statement, a transaction, a call. The running task keeps its turn until it is done. */
  holdTurn<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Whether a task runs, and not the simulation itself. */
  isInTask(): boolean;
  /** Opens one gate, chosen by chance, and waits until its task stops again. @returns false when no task waits. */
  step(): Promise<boolean>;
  /** Kills a task at the gates where it waits. */
  kill(task: Task): void;
  waiting(): readonly Task[];
}

/** So many turns of the event loop without a move: every branch of the running task waits. */
const QUIET_TURNS = 3;

/**
 * Owns every interleaving: of all tasks only one runs at a time, from gate to gate, and chance says which. A task may
 * have several branches, each at a gate of its own, as the charges of a set have. Opening one gate may free others: the
 * task stops once all its branches wait. Nothing waits at a gate with a lock of the database, since no call is made
 * inside a transaction.
 * @param onBug receives what a task threw.
 */
export function createScheduler(random: Random, onBug: (task: Task, error: unknown) => void): Scheduler {
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
          onBug(task, error);
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
    holdTurn: async (work) => {
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
