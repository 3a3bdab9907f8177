import { setTimeout as sleep } from 'node:timers/promises';
import { publicSettings } from '@/env';
import { dayOf } from '@/domain/day';
import type { Ctx } from '../context';
import { monotonicMs } from '../clock';
import type { Db } from '../db/client';
import { readFlag } from '../flags';

const FRESH_MS = 2_000;
const PATIENCE_MS = 500;

/** What an operator has switched at run time; null: left as the settings have it. */
interface Switches {
  incident: { on: boolean; text: { en: string; th: string } | null } | null;
  maintenance: { on: boolean } | null;
}
const UNTOUCHED: Switches = { incident: null, maintenance: null };

let held: { at: number; client: unknown; reading: Promise<Switches>; known: Switches } | undefined;

/**
 * The public settings, as `/api/settings` answers them. What an operator has switched wins over the settings of the
 * start; at most two seconds old, and never waited for longer than half a second: without the database the last
 * known switches hold.
 */
export async function getSettings({ db }: Ctx) {
  const settings = publicSettings();
  const { incident, maintenance } = await currentSwitches(db);
  return {
    ...settings,
    incident: incident?.on ?? settings.incident,
    incidentText: incident?.on ? incident.text : null,
    maintenance: maintenance?.on ?? settings.maintenance,
  };
}

function currentSwitches(db: Db): Promise<Switches> {
  const at = monotonicMs();
  if (held && held.client === db.$client && at - held.at <= FRESH_MS) return held.reading;
  const known = held?.client === db.$client ? held.known : UNTOUCHED;
  const reading = Promise.race([readSwitches(db), sleep(PATIENCE_MS, known, { ref: false })]).catch(
    () => known,
  );
  const now = { at, client: db.$client, reading, known };
  held = now;
  void reading.then((switches) => (now.known = switches));
  return reading;
}

async function readSwitches(db: Db): Promise<Switches> {
  const [incident, maintenance] = await Promise.all([readFlag(db, 'incident'), readFlag(db, 'maintenance')]);
  return { incident, maintenance };
}

/** The product's present day and moment: pages count on these, never on a phone's clock. */
export function getToday({ now }: Ctx) {
  return { today: dayOf(now), now: now.toISOString() };
}
