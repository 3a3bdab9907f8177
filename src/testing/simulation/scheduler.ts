import { AsyncLocalStorage } from 'node:async_hooks';
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
  /** Whether a task runs, and not the simulation itself. */
  isInTask(): boolean;
  /** Lets one waiting task, chosen by chance, run up to its next gate or its end. @returns false when none waits. */
  step(): Promise<boolean>;
  /** Kills a task at the gate where it waits. */
  kill(task: Task): void;
  waiting(): readonly Task[];
}

/**
 * Owns every interleaving: of all tasks only one runs at a time, from gate to gate, and chance says which. Nothing
 * waits at a gate with a lock of the database in its hands, since nothing leaves the house inside a transaction.
 * @param onBug told of what a task threw.
 */
export function createScheduler(random: Random, onBug: (task: Task, error: unknown) => void): Scheduler {
  const current = new AsyncLocalStorage<Task>();
  let gates: Gate[] = [];
  let running: Task | null = null;
  let moved: () => void = () => undefined;

  const stop = (task: Task) => {
    if (task === running) moved();
  };
  const wait = (task: Task, label: string) =>
    new Promise<void>((open) => {
      gates.push({ task, label, open });
      stop(task);
    });

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
        stop(task);
      };
      void current.run(task, run);
      return task;
    },
    gate: async (label) => {
      const task = current.getStore();
      if (task) await wait(task, label);
    },
    isInTask: () => current.getStore() !== undefined,
    step: async () => {
      if (gates.length === 0) return false;
      const gate = gates[random.below(gates.length)]!;
      gates = gates.filter((one) => one !== gate);
      running = gate.task;
      const until = new Promise<void>((resolve) => (moved = resolve));
      gate.open();
      await until;
      running = null;
      return true;
    },
    kill: (task) => {
      task.killed = true;
      gates = gates.filter((gate) => gate.task !== task);
    },
    waiting: () => gates.map((gate) => gate.task),
  };
}
