import { settingsAnswer } from '@/schemas/answers/site';
import { answer } from '../call';
import { z } from 'zod';
import { postalCodeField } from '@/schemas/fields';
import {
  findAddresses,
  listEveryPlan,
  listEveryProduct,
  listPlans,
  listProducts,
} from '../../shop/catalogue/queries';
import { listStoreProducts } from '../../shop/catalogue/store';
import { getSettings, getToday } from '../../shop/catalogue/site';
import { publicProcedure, router } from '../trpc';

export const catalogueRouter = router({
  products: publicProcedure.meta({ who: 'anyone' }).query(({ ctx }) => listProducts(ctx)),
  plans: publicProcedure.meta({ who: 'anyone' }).query(({ ctx }) => listPlans(ctx)),
  everyProduct: publicProcedure.meta({ who: 'anyone' }).query(({ ctx }) => listEveryProduct(ctx)),
  everyPlan: publicProcedure.meta({ who: 'anyone' }).query(({ ctx }) => listEveryPlan(ctx)),
  addresses: publicProcedure
    .meta({ who: 'anyone', example: { input: { postalCode: '10110' } } })
    .input(z.strictObject({ postalCode: postalCodeField }))
    .query(({ ctx, input }) => findAddresses(ctx, input.postalCode)),
  store: publicProcedure.meta({ who: 'anyone' }).query(({ ctx }) => listStoreProducts(ctx)),
  settings: publicProcedure
    .meta({
      who: 'anyone',
      rest: {
        path: 'GET /api/settings',
        isPublic: true,
        summary: 'The public settings',
        description:
          'Returns the settings that a client needs, such as the public key of the card gateway. It contains no secret.',
      },
      example: {
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
          sellerFacts: [
            { kind: 'origin', text: { en: 'Made in Chiang Mai.', th: 'ผลิตที่เชียงใหม่' }, url: null },
          ],
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
    })
    .output(answer(settingsAnswer))
    .query(({ ctx }) => getSettings(ctx)),
  today: publicProcedure.meta({ who: 'anyone' }).query(({ ctx }) => getToday(ctx)),
});
