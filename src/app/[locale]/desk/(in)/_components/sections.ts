import { mayDo, type StaffAction, type StaffRole } from '@/domain/staff';
import type { WordKey } from '@/locales/translate';

interface Section {
  path: string;
  title: Extract<WordKey, `desk.${string}`>;
  /** The action that the section needs. */
  action: StaffAction;
}

/** The sections of the desk in the order of the menu. */
const SECTIONS = [
  { path: '/desk', title: 'desk.today', action: 'desk.read' },
  { path: '/desk/subscribers', title: 'desk.subscribers', action: 'subscribers.read' },
  { path: '/desk/money', title: 'desk.money', action: 'money.read' },
  { path: '/desk/parcels', title: 'desk.parcels', action: 'parcels.read' },
  { path: '/desk/messages', title: 'desk.messages', action: 'subscribers.read' },
  { path: '/desk/catalogue', title: 'desk.catalogue', action: 'catalogue.read' },
  { path: '/desk/numbers', title: 'desk.numbers', action: 'numbers.read' },
  { path: '/desk/operation', title: 'desk.operation', action: 'operation.read' },
  { path: '/desk/team', title: 'desk.team', action: 'staff.manage' },
] as const satisfies readonly Section[];

/** Returns the sections that a role may see. */
export const sectionsOf = (role: StaffRole) => SECTIONS.filter(({ action }) => mayDo(role, action));
