import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from './random';

/** A unit of work: a request, a job, a set of rows of a scheduled job, or a webhook. */
export interface Task {
  name: string;
  ended: boolean;
  /** Whether the process of the task was killed. Such a task never continues. Its uncommitted work is lost. */
  killed: boolean;
}

interface Gate {
  task: Task;
  label: string;
  open: () => void;
}

export interface Scheduler {
  /** Creates a task. Its work starts when `step` opens its first gate. */
  spawn(name: string, work: () => Promise<void>): Task;
  /**
   * Pauses the current task until `step` opens the gate. Called before each transaction, and before and after
   * each external call.
   */
  gate(label: string): Promise<void>;
  /** Runs work without gates, such as a statement. No other task runs until the work ends. */
  runExclusive<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Whether the caller runs inside a task. False in the simulation's own code. */
  isInTask(): boolean;
  /**
   * Opens a random gate and waits until its task ends or reaches another gate.
   * @returns false if no task waits at a gate
   */
  step(): Promise<boolean>;
  /** Kills a task that waits at a gate. Removes the gates of the task, so that the task never continues. */
  kill(task: Task): void;
  waiting(): readonly Task[];
  /** The task that a kill may hit; undefined without one, or while a task waits for the read of another one. */
  killable(): Task | undefined;
}

/** The number of event-loop turns without a change after which the running task is considered to wait at gates. */
const QUIET_TURNS = 3;
/**
 * How often a task without a gate is looked at, and how many looks without a change show that it waits for a read that
 * another task has begun. Looks, not a time: a busy machine delays the looks as much as the task.
 */
const LOOK_MS = 50;
const QUIET_LOOKS = 40;

/**
 * Creates a scheduler that runs one task at a time, from gate to gate, in random order. A task may have several
 * branches, such as the charges of a set, and each branch waits at a separate gate. A step ends when all branches of
 * its task wait. No task holds a database lock at a gate, because no call is made inside a transaction.
 * @param onError is called with each error that a task throws
 */
export function createScheduler(random: Random, onError: (task: Task, error: unknown) => void): Scheduler {
  const current = new AsyncLocalStorage<Task>();
  let gates: Gate[] = [];
  let held = 0;
  let moves = 0;
  /** The tasks that wait for a read of another task. */
  const joined = new Set<Task>();
  let wake: () => void = () => undefined;

  const move = () => {
    moves += 1;
    wake();
  };
  const wait = (task: Task, label: string) =>
    new Promise<void>((open) => {
      joined.delete(task);
      gates.push({ task, label, open });
      move();
    });
  /** Waits for a change, at most `LOOK_MS` of real time. The simulation has replaced the promise of a timer. */
  const untilMove = () =>
    new Promise<void>((resolve) => {
      const look = setTimeout(resolve, LOOK_MS);
      wake = () => {
        clearTimeout(look);
        resolve();
      };
    });
  const mayHaveStopped = (task: Task) =>
    held === 0 && (task.ended || gates.some((gate) => gate.task === task));
  const untilStopped = async (task: Task) => {
    let turns = 0;
    let looks = 0;
    while (turns < QUIET_TURNS && looks < QUIET_LOOKS) {
      const before = moves;
      const isStopped = mayHaveStopped(task);
      if (isStopped) await nextTurn();
      else await untilMove();
      turns = moves === before && isStopped ? turns + 1 : 0;
      looks = moves === before && !isStopped && held === 0 ? looks + 1 : 0;
    }
    if (looks > 0) joined.add(task);
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
        joined.delete(task);
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
    killable: () => (joined.size > 0 ? undefined : gates.at(-1)?.task),
  };
}
