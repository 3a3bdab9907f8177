import { settings } from '@/settings/settings';

/** Returns the page of a charge at the gateway, for a person. Without the real gateway: the sandbox's. */
export function dashboardUrl(chargeId: string): string {
  const { OMISE_API_URL: api, OMISE_SECRET_KEY: [key = ''] = [] } = settings();
  if (new URL(api).hostname.endsWith('omise.co'))
    return `https://dashboard.omise.co/${key.startsWith('skey_test') ? 'test' : 'live'}/charges/${chargeId}`;
  return `${api.replace(/\/api$/, '')}/charges/${chargeId}`;
}
