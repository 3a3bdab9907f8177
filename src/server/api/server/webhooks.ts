import type { TokenScope } from '@/domain/api-token';
import { startOfDay } from '@/domain/day';
import { nothingAnswer } from '@/schemas/answers/parts';
import { endpointIdInput, replayInput, switchEndpointInput } from '@/schemas/desk';
import {
  createdWebhookAnswer,
  secretAnswer,
  webhookInput,
  webhooksAnswer,
  webhooksInput,
} from '@/schemas/events';
import {
  createEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  sendAllSince,
  sendTest,
  switchEndpoint,
} from '../../desk/acts/webhooks';
import { answer, type Refusal } from '../call';
import { tokenProcedure } from './procedure';

const endpointId = 'whk_7k3m9q';
const url = 'https://shop.example/events';
const secret = 'whsec_c29mdC1jb3R0b24tc2VjcmV0LW9mLWV4YW1wbGVz';
const WRITE: TokenScope = 'webhooks:write';

/** Returns the procedure of a command. An answer with a secret is not stored for a repeat. */
function command(
  name: string,
  [summary, description]: [string, string],
  example: { input: object; data: { secret?: string; endpointId?: string } },
  refusals: Refusal[] = ['NOT_FOUND'],
) {
  const described = { path: `POST /api/v1/webhooks${name}`, summary, description } as const;
  const rest = example.data.secret === undefined ? described : { ...described, unkeyed: true as const };
  return tokenProcedure(WRITE).meta({ rest, refusals, example });
}

/** The addresses that get the shop's events. */
export const WEBHOOKS = {
  webhooks: tokenProcedure('webhooks:read')
    .meta({
      rest: {
        path: 'GET /api/v1/webhooks',
        summary: 'List webhooks',
        description: 'Without their secrets.',
      },
      example: {
        input: {},
        data: {
          items: [
            {
              endpointId,
              url,
              types: ['order.paid'],
              personal: false,
              createdAt: '2026-11-29T02:00:00.000Z',
              failingSince: null,
              offAt: null,
              offWhy: null,
            },
          ],
        },
      },
    })
    .input(webhooksInput)
    .output(answer(webhooksAnswer))
    .query(async ({ ctx }) => ({
      items: (await listEndpoints(ctx)).map(({ createdAt, failingSince, offAt, ...webhook }) => ({
        ...webhook,
        createdAt: createdAt.toISOString(),
        failingSince: failingSince?.toISOString() ?? null,
        offAt: offAt?.toISOString() ?? null,
      })),
    })),
  createWebhook: command(
    '',
    [
      'Add a webhook',
      'It gets the events from now on, without personal data, which an owner adds at the desk. No other answer has its secret.',
    ],
    { input: { url, types: ['order.paid'] }, data: { endpointId, secret } },
    ['REFUSED'],
  )
    .input(webhookInput)
    .output(answer(createdWebhookAnswer))
    .mutation(({ ctx, input }) => createEndpoint(ctx, { ...input, personal: false })),
  replaceWebhookSecret: command(
    '/replace-secret',
    ['Replace the secret of a webhook', 'Both sign for 24 hours.'],
    { input: { endpointId }, data: { secret } },
  )
    .input(endpointIdInput)
    .output(answer(secretAnswer))
    .mutation(({ ctx, input }) => rotateSecret(ctx, input.endpointId)),
  switchWebhook: command(
    '/switch',
    ['Turn a webhook off or on', 'Turned on, it gets what happened meanwhile and is still stored.'],
    { input: { endpointId, on: false }, data: {} },
  )
    .input(switchEndpointInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await switchEndpoint(ctx, input);
      return {};
    }),
  testWebhook: command('/test', ['Send a test event', 'Of the type `test`.'], {
    input: { endpointId },
    data: {},
  })
    .input(endpointIdInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await sendTest(ctx, input.endpointId);
      return {};
    }),
  replayWebhook: command(
    '/replay',
    [
      'Send all events since a day again',
      'Those that are still stored, of the types that the webhook gets now.',
    ],
    { input: { endpointId, since: '2026-11-29' }, data: {} },
  )
    .input(replayInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await sendAllSince(ctx, { endpointId: input.endpointId, since: startOfDay(input.since) });
      return {};
    }),
  removeWebhook: command('/remove', ['Remove a webhook', 'Its waiting deliveries are not sent.'], {
    input: { endpointId },
    data: {},
  })
    .input(endpointIdInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await removeEndpoint(ctx, input.endpointId);
      return {};
    }),
};
