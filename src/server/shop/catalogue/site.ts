import { publicSettings } from '@/settings/settings';
import { dayOf } from '@/domain/day';
import type { Ctx } from '../../platform/context';
import { currentSwitches } from '../../platform/current-switches';

/** Returns the public settings of `/api/settings`. A switch that the operator set overrides the environment. */
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

/** Returns the current day and instant of the product clock. Pages use them instead of the device's clock. */
export function getToday({ now }: Ctx) {
  return { today: dayOf(now), now: now.toISOString() };
}
