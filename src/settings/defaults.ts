import { SANDBOX_VALUES } from './sandbox-values.mjs';

/** Returns the default settings outside production. They make every setting optional. */
export function defaultsOutsideProduction(
  source: Record<string, string | undefined>,
): Record<string, string> {
  const site = source.SITE_URL ?? `http://localhost:${source.PORT ?? '3000'}`;
  // Returns the values of the sandbox if none of these settings is set. So a real account never gets these
  // values.
  const unlessSet = (names: string[], sandbox: Record<string, string>) =>
    names.every((name) => source[name] === undefined) ? sandbox : {};
  return {
    SITE_URL: site,
    FUNCTIONS_API_URL: site,
    DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/ira',
    APP_SECRET: 'outside-production-only-outside-production-only',
    OPERATOR_TOKEN: 'operator-token-outside-production',
    OMISE_PUBLIC_KEY: SANDBOX_VALUES.OMISE_PUBLIC_KEY,
    OMISE_SECRET_KEY: SANDBOX_VALUES.OMISE_SECRET_KEY,
    ...unlessSet(['OMISE_SECRET_KEY'], {
      OMISE_WEBHOOK_SECRET: SANDBOX_VALUES.OMISE_WEBHOOK_SECRET,
    }),
    STORE_ID: '0',
    STORE_PUBLIC_KEY: SANDBOX_VALUES.STORE_PUBLIC_KEY,
    LINE_LOGIN_CHANNEL_ID: SANDBOX_VALUES.LINE_LOGIN_CHANNEL_ID,
    LINE_LOGIN_CHANNEL_SECRET: SANDBOX_VALUES.LINE_LOGIN_CHANNEL_SECRET,
    // Both LINE channels have the same API address.
    ...unlessSet(
      ['LINE_LOGIN_CHANNEL_SECRET', 'LINE_MESSAGING_ACCESS_TOKEN', 'LINE_MESSAGING_CHANNEL_SECRET'],
      {
        LINE_MESSAGING_ACCESS_TOKEN: SANDBOX_VALUES.LINE_MESSAGING_ACCESS_TOKEN,
        LINE_MESSAGING_CHANNEL_SECRET: SANDBOX_VALUES.LINE_MESSAGING_CHANNEL_SECRET,
      },
    ),
    ...unlessSet(['MYCLOUD_API_KEY', 'MYCLOUD_SECRET_KEY'], {
      MYCLOUD_API_KEY: SANDBOX_VALUES.MYCLOUD_API_KEY,
      MYCLOUD_SECRET_KEY: SANDBOX_VALUES.MYCLOUD_SECRET_KEY,
      MYCLOUD_WEBHOOK_SECRET: SANDBOX_VALUES.MYCLOUD_WEBHOOK_SECRET,
    }),
    ...unlessSet(['SLIPOK_API_KEY', 'SLIPOK_BRANCH_ID'], {
      SLIPOK_API_KEY: SANDBOX_VALUES.SLIPOK_API_KEY,
      SLIPOK_BRANCH_ID: '1',
    }),
    SMTP_URL: 'smtp://localhost:3002',
    MAIL_FROM: 'ira <hello@ira.test>',
    OFFLINE_REGISTRATION: 'on',
    BANK_ACCOUNT_NAME: 'SANDBOX ira (not a real account)',
    BANK_NAME: 'Sandbox Bank',
    BANK_ACCOUNT_NUMBER: '000-0-00000-0',
    SANDBOX_TOKEN: SANDBOX_VALUES.SANDBOX_TOKEN,
    CONTACT_EMAIL: 'hello@ira.test',
    SELLER_NAME: 'ira Example Co., Ltd. (invented)',
    SELLER_ADDRESS: '1 Example Road, Bangkok 10110 (invented)',
  };
}
