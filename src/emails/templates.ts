import * as actionNeeded from './action-needed';
import * as cardExpiring from './card-expiring';
import type { MessageKind } from './messages';
import * as orderPaid from './order-paid';
import * as orderReminder from './order-reminder';
import * as passwordChanged from './password-changed';
import * as paymentFailed from './payment-failed';
import * as refunded from './refunded';
import * as subscriptionInactive from './subscription-inactive';
import type { Template } from './template';
import * as verifyEmail from './verify-email';

/** Which template says which message. */
export const TEMPLATES: { readonly [K in MessageKind]: Template<K> } = {
  verify_email: verifyEmail,
  order_paid: orderPaid,
  payment_failed: paymentFailed,
  action_needed: actionNeeded,
  order_reminder: orderReminder,
  card_expiring: cardExpiring,
  subscription_inactive: subscriptionInactive,
  refunded: refunded,
  password_changed: passwordChanged,
};

export const MESSAGE_KINDS = Object.keys(TEMPLATES) as MessageKind[];
