import type { Agenda } from '../agenda';
import type { SandboxSettings } from '../../env-sandbox';
import type { ProviderRoom } from '../provider';
import type { Store } from '../store';
import type { Send } from '../transport';
import { createWebhooks, type Webhooks } from '../webhooks';
import { lifeWith, stepsMade } from './life';
import { createWarehouse, type ParcelRecord, type Warehouse } from './warehouse';
import { post, WEBHOOK_PATH, type ParcelNotice } from './webhook-post';

/** The fulfilment service and the parts that all providers share. */
export interface FulfilmentRoom {
  warehouse: Warehouse;
  webhooks: Webhooks<ParcelNotice>;
  keys: { apiKey: string; secretKey: string };
  room: ProviderRoom;
  /** Sends the shop each new status of a parcel once. */
  tellSteps(id: string): Promise<void>;
  /** Moves a parcel to a status now, and notifies the shop. Returns null for an unknown status. */
  moveTo(parcel: ParcelRecord, word: string): Promise<ParcelRecord | null>;
}

export const noticeOf = ({ mcNumber, orderNumber }: ParcelRecord, word: string): ParcelNotice => ({
  id: `${mcNumber}:${word}`,
  key: word,
  ...{ mcNumber, orderNumber },
});

interface FulfilmentParts {
  settings: SandboxSettings;
  publicUrl: string;
  store: Store;
  agenda: Agenda;
  room: ProviderRoom;
  deliver: Send;
}

/** Opens the fulfilment service with its tables in `store`; `store.load()` fills them. */
export function openFulfilment({
  settings,
  publicUrl,
  store,
  agenda,
  room,
  deliver,
}: FulfilmentParts): FulfilmentRoom {
  const { clock, faults, journal } = room;
  const { appUrl, myCloudWebhookSecret: secret } = settings;
  const webhooks = createWebhooks<ParcelNotice>({
    service: 'mycloud',
    url: `${appUrl}${WEBHOOK_PATH}`,
    ...{ clock, faults, agenda },
    subjectOf: (notice) => notice.orderNumber,
    factsOf: ({ orderNumber, mcNumber, key }) => ({
      order_number: orderNumber,
      mc_number: mcNumber,
      status: key,
    }),
    post: (notice, kind) => post(notice, { deliver, appUrl, secret, clock, journal }, kind),
  });
  const tellSteps = async (id: string) => {
    const parcel = warehouse.parcels.get(id);
    if (parcel === undefined) return;
    const made = stepsMade(parcel.steps, clock.ms());
    const news = parcel.steps.slice(parcel.told, made).map((step) => noticeOf(parcel, step.word));
    if (news.length === 0) return;
    warehouse.parcels.put({ ...parcel, told: made });
    await webhooks.sendNow(news, 'life');
  };
  const warehouse = createWarehouse({ store, clock, agenda, pages: `${publicUrl}/mycloud` }, tellSteps);
  return {
    ...{ warehouse, webhooks, room, tellSteps },
    keys: { apiKey: settings.myCloudApiKey, secretKey: settings.myCloudSecretKey },
    moveTo: async (parcel, word) => {
      const steps = lifeWith(parcel.steps, word, clock.ms());
      if (steps === null) return null;
      const moved = { ...parcel, steps };
      warehouse.parcels.put(moved);
      await tellSteps(parcel.id);
      return warehouse.parcels.get(parcel.id) ?? moved;
    },
  };
}
