import * as accountDeleted from './account-deleted';
import * as accountDormant from './account-dormant';
import * as actionNeeded from './action-needed';
import * as cardAdded from './card-added';
import * as boxLate from './box-late';
import * as cardExpiring from './card-expiring';
import * as dataExported from './data-exported';
import * as emailChangeConfirm from './email-change-confirm';
import * as emailChanged from './email-changed';
import * as magicLink from './magic-link';
import * as lineLinked from './line-linked';
import * as lineUnlinked from './line-unlinked';
import type { MessageKind } from './messages';
import * as milestone from './milestone';
import * as newDevice from './new-device';
import * as orderAction from './order-action';
import * as orderLeftOut from './order-left-out';
import * as orderPaid from './order-paid';
import * as orderReminder from './order-reminder';
import * as parcelResent from './parcel-resent';
import * as passkeyAdded from './passkey-added';
import * as passkeyRemoved from './passkey-removed';
import * as passwordChanged from './password-changed';
import * as passwordRemoved from './password-removed';
import * as passwordReset from './password-reset';
import * as paymentFailed from './payment-failed';
import * as paymentLink from './payment-link';
import * as paymentLinkExpiring from './payment-link-expiring';
import * as priceNotice from './price-notice';
import * as referralRewarded from './referral-rewarded';
import * as refundCorrected from './refund-corrected';
import * as refunded from './refunded';
import * as shipped from './shipped';
import * as staffAct from './staff-act';
import * as staffInvitation from './staff-invitation';
import * as staffLogIn from './staff-log-in';
import * as subscriptionCancelled from './subscription-cancelled';
import * as subscriptionEnding from './subscription-ending';
import * as subscriptionInactive from './subscription-inactive';
import * as subscriptionReactivated from './subscription-reactivated';
import type { Template } from './template';
import * as verifyEmail from './verify-email';

/** The template of each message. */
export const TEMPLATES: { readonly [K in MessageKind]: Template<K> } = {
  verify_email: verifyEmail,
  order_action: orderAction,
  order_paid: orderPaid,
  payment_failed: paymentFailed,
  action_needed: actionNeeded,
  payment_link: paymentLink,
  payment_link_expiring: paymentLinkExpiring,
  shipped: shipped,
  box_late: boxLate,
  parcel_resent: parcelResent,
  order_reminder: orderReminder,
  order_left_out: orderLeftOut,
  price_notice: priceNotice,
  card_added: cardAdded,
  card_expiring: cardExpiring,
  subscription_ending: subscriptionEnding,
  subscription_inactive: subscriptionInactive,
  subscription_cancelled: subscriptionCancelled,
  subscription_reactivated: subscriptionReactivated,
  refunded: refunded,
  refund_corrected: refundCorrected,
  milestone: milestone,
  referral_rewarded: referralRewarded,
  magic_link: magicLink,
  password_reset: passwordReset,
  password_changed: passwordChanged,
  password_removed: passwordRemoved,
  line_linked: lineLinked,
  line_unlinked: lineUnlinked,
  passkey_added: passkeyAdded,
  passkey_removed: passkeyRemoved,
  email_change_confirm: emailChangeConfirm,
  email_changed: emailChanged,
  data_exported: dataExported,
  new_device: newDevice,
  account_dormant: accountDormant,
  account_deleted: accountDeleted,
  staff_invitation: staffInvitation,
  staff_log_in: staffLogIn,
  staff_act: staffAct,
};

export const MESSAGE_KINDS = Object.keys(TEMPLATES) as MessageKind[];
