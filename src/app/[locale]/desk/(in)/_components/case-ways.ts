import type { CaseKind } from '@/domain/desk-cases';
import type { StaffAction } from '@/domain/staff';

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

/** The kinds whose steps stand at each entry. */
export const ACTED: readonly CaseKind[] = ['followUps', 'failedRows'];
