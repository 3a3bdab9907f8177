import { startOfDay } from '@/domain/day';
import {
  deliveryInput,
  endpointIdInput,
  endpointInput,
  replayInput,
  switchEndpointInput,
} from '@/schemas/desk';
import {
  createEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  sendAllSince,
  sendTest,
  switchEndpoint,
} from '../../../desk/acts/webhooks';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

const owner = staffProcedure('tokens.manage');

/** Webhooks: the addresses of other systems that get the shop's events. */
export const integrationsRouter = router({
  webhooks: owner.query(({ ctx }) => listEndpoints(ctx)),
  deliveries: owner.input(endpointIdInput).query(({ ctx, input }) => listDeliveries(ctx, input.endpointId)),
  createWebhook: owner.input(endpointInput).mutation(({ ctx, input }) => createEndpoint(ctx, input)),
  rotateSecret: owner
    .input(endpointIdInput)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input.endpointId)),
  switchWebhook: owner.input(switchEndpointInput).mutation(({ ctx, input }) => switchEndpoint(ctx, input)),
  removeWebhook: owner
    .input(endpointIdInput)
    .mutation(({ ctx, input }) => removeEndpoint(ctx, input.endpointId)),
  testWebhook: owner.input(endpointIdInput).mutation(({ ctx, input }) => sendTest(ctx, input.endpointId)),
  sendAgain: owner.input(deliveryInput).mutation(({ ctx, input }) => sendAgain(ctx, input)),
  sendAllSince: owner
    .input(replayInput)
    .mutation(({ ctx, input: { endpointId, since } }) =>
      sendAllSince(ctx, { endpointId, since: startOfDay(since) }),
    ),
});
