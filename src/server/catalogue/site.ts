import { publicSettings } from '@/env';
import { dayOf } from '@/domain/day';
import type { Ctx } from '../context';

/** The public settings, as `/api/settings` answers them. */
export function getSettings() {
  return publicSettings();
}

/** The product's present day and moment: pages count on these, never on a phone's clock. */
export function getToday({ now }: Ctx) {
  return { today: dayOf(now), now: now.toISOString() };
}
