import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/settings/settings';
import { processState } from '@/process-state';
import { monotonicMs } from './clock';
import type { Db } from '../db';
import { readFlag, type Flag } from './flags';

const FRESH_MS = 1_000;
const READ_TIMEOUT_MS = 500;

/** The switches that an operator sets at run time. For null, the environment variable applies. */
export interface Switches {
  incident: Flag<'incident'> | null;
  maintenance: Flag<'maintenance'> | null;
}
const NO_SWITCHES: Switches = { incident: null, maintenance: null };

interface Held {
  at: number;
  reading: Promise<Switches>;
  known: Switches;
  isRead: boolean;
}
const switchCache = () => processState('switches', (): { held?: Held } => ({}));

/**
 * Returns the switches, cached for one second. If a read fails or takes longer than half a second, returns the last
 * known switches.
 */
export function currentSwitches(db: Db): Promise<Switches> {
  const at = monotonicMs();
  const cache = switchCache();
  if (cache.held && at - cache.held.at <= FRESH_MS) return cache.held.reading;
  const known = cache.held?.known ?? NO_SWITCHES;
  const reading = Promise.race([readSwitches(db), sleep(READ_TIMEOUT_MS, known, { ref: false })]).catch(
    () => known,
  );
  const entry = { at, reading, known, isRead: false };
  cache.held = entry;
  void reading.then((switches) => Object.assign(entry, { known: switches, isRead: true }));
  return reading;
}

async function readSwitches(db: Db): Promise<Switches> {
  const [incident, maintenance] = await Promise.all([readFlag(db, 'incident'), readFlag(db, 'maintenance')]);
  return { incident, maintenance };
}

/**
 * Whether the site is closed for maintenance. Pages and API calls are then refused, but scheduled jobs and webhooks
 * continue.
 */
export async function isUnderMaintenance(db: Db): Promise<boolean> {
  const { maintenance } = await currentSwitches(db);
  return maintenance?.on ?? settings().MAINTENANCE;
}

/**
 * Returns the cached value of `isUnderMaintenance` without a query; null if the cache is older than a second.
 */
export function isKnownUnderMaintenance(): boolean | null {
  const { held } = switchCache();
  if (!held?.isRead || monotonicMs() - held.at > FRESH_MS) return null;
  return held.known.maintenance?.on ?? settings().MAINTENANCE;
}
