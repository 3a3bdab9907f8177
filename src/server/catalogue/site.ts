import { publicSettings } from '@/env';
import { dayOf } from '@/domain/day';
import type { Ctx } from '../platform/context';
import { currentSwitches } from '../platform/current-switches';

/**
 * The public settings, as `/api/settings` answers them. What an operator has switched wins over the settings of the
 * start.
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

/** The product's present day and moment: pages count on these, never on a phone's clock. */
export function getToday({ now }: Ctx) {
  return { today: dayOf(now), now: now.toISOString() };
}
