import { settings } from '@/settings/settings';

/** Returns the base URL of the desk: DESK_URL, or the site's own URL. */
export function deskUrl(): string {
  const { DESK_URL, SITE_URL } = settings();
  return DESK_URL ?? SITE_URL;
}
