import type { REST_ROUTES } from '../rest/routes';
import { CUSTOMER_EXAMPLES } from './customer-examples';
import { me } from './example-parts';
import type { ExamplesOf } from './examples-of';
import { ONE_DELIVERY_EXAMPLES } from './one-delivery-examples';
import { ORDER_LINK_EXAMPLES } from './order-link-examples';
import { ORDER_NOW_EXAMPLES } from './order-now-examples';
import { ORDER_EXAMPLES } from './order-examples';
import { REGISTRATION_EXAMPLES } from './registration-examples';
import { REWARD_EXAMPLES } from './reward-examples';
import { SUBSCRIPTION_EXAMPLES } from './subscription-examples';

/** The type of the examples of all REST paths. */
export type Examples = ExamplesOf<typeof REST_ROUTES>;

/** A valid example of input and response for each REST path. Tests validate the examples and send the inputs. */
export const EXAMPLES: Examples = {
  'POST /api/login': { input: { email: 'mali@example.test', password: 'correct horse' }, data: me },
  'POST /api/logout': { input: {}, data: {} },
  'GET /api/me': { data: me },
  'GET /api/refresh': { data: { expiresInMinutes: 60 } },
  ...REGISTRATION_EXAMPLES,
  ...CUSTOMER_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
  ...ORDER_EXAMPLES,
  ...ONE_DELIVERY_EXAMPLES,
  ...ORDER_LINK_EXAMPLES,
  ...ORDER_NOW_EXAMPLES,
  ...REWARD_EXAMPLES,
  'POST /api/omise/schedule-payments': {
    input: { limit: 100 },
    data: { planned: 3, charged: 1, declined: 0, unknown: 0, linksSent: 0, failed: 0 },
  },
  'GET /api/settings': {
    data: {
      omisePublicKey: 'pkey_test_5fzbwc1wcmjpxyzkzfk',
      omiseVaultUrl: 'https://vault.omise.co',
      omiseJsUrl: 'https://cdn.omise.co/omise.js',
      storeId: '123456',
      storePublicKey: 'public_abcdef',
      lineChannelId: '1650000000',
      offlineRegistration: false,
      websiteUrl: 'https://ira.example',
      functionsApiUrl: 'https://ira.example',
      cloudApiUrl: 'https://ira.example',
      paymentsAppUrl: 'https://ira.example',
      seller: {
        name: 'ira Co., Ltd.',
        address: '1 Rama IV Road, Bangkok 10110',
        registration: '0105566000001',
      },
      sellerFacts: [{ kind: 'origin', text: { en: 'Made in Chiang Mai.', th: 'ผลิตที่เชียงใหม่' }, url: null }],
      cardBrands: ['visa', 'mastercard'],
      contact: { email: 'hello@ira.example', phone: null, line: null },
      social: { facebook: null, instagram: null, line: null },
      sentryDsn: null,
      incident: false,
      incidentText: null,
      maintenance: false,
      sandbox: false,
    },
  },
};
