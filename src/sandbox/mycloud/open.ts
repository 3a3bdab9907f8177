import type { Agenda } from '../agenda';
import type { SandboxSettings } from '../../settings/sandbox';
import type { ProviderContext } from '../provider';
import type { Store } from '../store';
import type { Send } from '../transport';
import { createWebhooks, type Webhooks } from '../webhooks';
import { insertStep, stepsMade } from './parcel-steps';
import { createWarehouse, type ParcelRecord, type Warehouse } from './warehouse';
import { post, WEBHOOK_PATH, type ParcelNotice } from './webhook-post';

/** The MyCloud service: its warehouse, its webhooks, and the context that all providers share. */
export interface FulfilmentService {
  warehouse: Warehouse;
  webhooks: Webhooks<ParcelNotice>;
  keys: { apiKey: string; secretKey: string };
  context: ProviderContext;
  /** Sends the shop a webhook for each status of a parcel that it has not received yet. */
  notifySteps(id: string): Promise<void>;
  /** Sets the current status of a parcel and notifies the shop. Returns null for an unknown status. */
  moveTo(parcel: ParcelRecord, word: string): Promise<ParcelRecord | null>;
}

export const noticeOf = ({ mcNumber, orderNumber }: ParcelRecord, word: string): ParcelNotice => ({
  id: `${mcNumber}:${word}`,
  key: word,
  mcNumber,
  orderNumber,
});

interface FulfilmentParts {
  settings: SandboxSettings;
  publicUrl: string;
  store: Store;
  agenda: Agenda;
  context: ProviderContext;
  deliver: Send;
}

/** Creates the MyCloud service and its tables in `store`. The tables are empty until `store.load()`. */
export function openFulfilment({
  settings,
  publicUrl,
  store,
  agenda,
  context,
  deliver,
}: FulfilmentParts): FulfilmentService {
  const { clock, faults, journal } = context;
  const { appUrl, myCloudWebhookSecret: secret } = settings;
  const webhooks = createWebhooks<ParcelNotice>({
    service: 'mycloud',
    url: `${appUrl}${WEBHOOK_PATH}`,
    clock,
    faults,
    agenda,
    subjectOf: (notice) => notice.orderNumber,
    factsOf: ({ orderNumber, mcNumber, key }) => ({
      order_number: orderNumber,
      mc_number: mcNumber,
      status: key,
    }),
    post: (notice, kind) => post(notice, { deliver, appUrl, secret, clock, journal }, kind),
  });
  const notifySteps = async (id: string) => {
    const parcel = warehouse.parcels.get(id);
    if (parcel === undefined) return;
    const made = stepsMade(parcel.steps, clock.ms());
    const news = parcel.steps.slice(parcel.told, made).map((step) => noticeOf(parcel, step.word));
    if (news.length === 0) return;
    warehouse.parcels.put({ ...parcel, told: made });
    await webhooks.sendNow(news, 'life');
  };
  const warehouse = createWarehouse({ store, clock, agenda, pages: `${publicUrl}/mycloud` }, notifySteps);
  return {
    warehouse,
    webhooks,
    context,
    notifySteps,
    keys: { apiKey: settings.myCloudApiKey, secretKey: settings.myCloudSecretKey },
    moveTo: async (parcel, word) => {
      const steps = insertStep(parcel.steps, word, clock.ms());
      if (steps === null) return null;
      const moved = { ...parcel, steps };
      warehouse.parcels.put(moved);
      await notifySteps(parcel.id);
      return warehouse.parcels.get(parcel.id) ?? moved;
    },
  };
}
