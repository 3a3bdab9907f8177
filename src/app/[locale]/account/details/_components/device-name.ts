import type { Device } from '@/schemas/device';
import { useI18n } from '@/locales/client';

/** Returns a function that names a device, for example 'Chrome on Mac'. Unknown parts are omitted. */
export function useDeviceName(): (device: Device) => string {
  const t = useI18n();
  return ({ form, browser, system }) => {
    if (browser !== null && system !== null) return t('details.sessions.onSystem', { browser, system });
    if (form === 'program') return t('details.sessions.program');
    return browser ?? system ?? t('details.sessions.unknown');
  };
}
