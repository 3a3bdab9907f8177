import fc from 'fast-check';
import { forgetProcessState } from '@/process-state';

/*
 * Forgets the process state and restores the settings before each test file, as in a new process. One process runs
 * many test files, because loading the modules takes longer than most files.
 */
const cell = globalThis as unknown as Record<string, unknown>;
const settings = (cell.settingsOfTheRun ??= { ...process.env }) as NodeJS.ProcessEnv;
const isVitests = (name: string) => name.startsWith('VITEST');

// A killed test run leaves no process that still waits for its database.
if (cell.isTied !== true) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
cell.isTied = true;

forgetProcessState();
for (const name of Object.keys(process.env))
  if (!isVitests(name) && !(name in settings)) delete process.env[name];
for (const [name, value] of Object.entries(settings)) if (!isVitests(name)) process.env[name] = value;

// Property tests use the same cases in every run, unless the setting FC_SEED has another seed.
const { FC_SEED: seed = '20261120' } = settings;
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
