import type { CaseKind } from '@/domain/desk-cases';
import { mayDo, type StaffAction, type StaffRole } from '@/domain/staff';
import { DISMISSIBLE } from '@/schemas/desk';

interface Way {
  path: string;
  text: 'pickList' | 'parcels' | 'stock' | 'statement' | 'shop' | 'list' | 'answer' | 'disputes';
  action: StaffAction;
}

/** The page on which all entries of a kind are worked on. */
export const WAYS: Partial<Record<CaseKind, Way>> = {
  toSend: { path: '/desk/parcels?list=toSend', text: 'pickList', action: 'parcels.read' },
  overdue: { path: '/desk/parcels?list=toSend', text: 'parcels', action: 'parcels.read' },
  parcels: { path: '/desk/parcels?list=problem', text: 'parcels', action: 'parcels.read' },
  disputes: { path: '/desk/money/disputes', text: 'disputes', action: 'money.read' },
  short: { path: '/desk/parcels/stock', text: 'stock', action: 'parcels.read' },
  late: { path: '/desk/parcels?list=late', text: 'parcels', action: 'parcels.read' },
  retries: {
    path: '/desk/subscribers?list=subscribers&part=retrying',
    text: 'list',
    action: 'subscribers.read',
  },
  messages: { path: '/desk/subscribers?list=messages&part=failed', text: 'list', action: 'subscribers.read' },
  conversations: { path: '/desk/conversations', text: 'answer', action: 'conversations.use' },
  openLinks: { path: '/desk/money', text: 'statement', action: 'money.book' },
  tomorrow: {
    path: '/desk/subscribers?list=orders&part=upcoming',
    text: 'list',
    action: 'subscribers.read',
  },
  expiring: {
    path: '/desk/subscribers?list=subscribers&part=expiring',
    text: 'list',
    action: 'subscribers.read',
  },
  violated: { path: '/desk/operation', text: 'shop', action: 'operation.read' },
  billingPaused: { path: '/desk/operation', text: 'shop', action: 'operation.change' },
};

/** The acts that stand at each entry of a kind, and what a role needs for them. */
const ACTS: Partial<Record<CaseKind, StaffAction>> = {
  disputes: 'money.refund',
  manualRefunds: 'money.refund',
  money: 'money.refund',
  transfers: 'money.book',
  askedRefunds: 'money.refundOrder',
  retries: 'subscribers.change',
  followUps: 'subscribers.change',
  failedRows: 'operation.change',
};

/** What a role needs to end an entry of each group of kinds. */
const ENDING: Record<keyof typeof DISMISSIBLE, StaffAction> = {
  money: 'money.book',
  messages: 'subscribers.change',
  parcels: 'parcels.change',
  work: 'operation.change',
};

/** Whether Today has a button or a link for a kind of case that the role may use. */
export function hasStep(kind: CaseKind, role: StaffRole): boolean {
  const ending = Object.entries(DISMISSIBLE).find(([, kinds]) => kinds.some((one) => one === kind))?.[0];
  const needed = [WAYS[kind]?.action, ACTS[kind], ending && ENDING[ending as keyof typeof DISMISSIBLE]];
  return needed.some((action) => action !== undefined && action !== '' && mayDo(role, action));
}
