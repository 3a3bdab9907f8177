import type { Agenda } from '../agenda';
import type { SandboxSettings } from '../../settings/sandbox';
import type { ProviderContext } from '../provider';
import type { Store } from '../store';
import type { Send } from '../transport';
import { createWebhooks, type Webhooks, type Notice } from '../webhooks';
import { insertStep, stepsMade } from './parcel-steps';
import { createWarehouse, type ParcelRecord, type Warehouse } from './warehouse';
import type { SandboxClock } from '../clock';
import type { FaultKind } from '../faults';
import type { Journal } from '../journal';

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

/** The status of an order in a webhook to the shop. MyCloud does not sign webhooks. */
interface ParcelNotice extends Notice {
  mcNumber: string;
  orderNumber: string;
}

interface PostParts {
  deliver: Send;
  appUrl: string;
  /** The secret in the path of the webhook URL. */
  secret: string;
  clock: SandboxClock;
  journal: Journal;
}

const WEBHOOK_PATH = '/api/webhooks/mycloud';

/** Sends a webhook once. With a fault it may contain a wrong secret or an unknown order. Never throws. */
async function post(notice: ParcelNotice, parts: PostParts, kind: FaultKind | null): Promise<void> {
  const isForged = kind === 'webhook_forged';
  const body = JSON.stringify({
    mc_number: isForged ? 'MC0000000000' : notice.mcNumber,
    order_number: isForged ? 'ord_nobody_knows' : notice.orderNumber,
    status: kind === 'unknown_event' ? 'MYSTERY' : notice.key,
  });
  const secret = kind === 'bad_signature' ? 'not-the-secret-of-the-shop' : parts.secret;
  const note = (status: number | null, response: string | null) =>
    parts.journal.add({
      at: parts.clock.now().toISOString(),
      service: 'mycloud',
      op: `webhook ${notice.key}`,
      request: { method: 'POST', path: `${WEBHOOK_PATH}/[secret]`, query: {}, body },
      status,
      response,
      fault: kind,
    });
  try {
    const answer = await parts.deliver(`${parts.appUrl}${WEBHOOK_PATH}/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    note(answer.status, await answer.text());
  } catch {
    note(null, null);
  }
}
