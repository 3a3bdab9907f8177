import account from './account';
import auth from './auth';
import bankAccounts from './bank-accounts';
import banks from './banks';
import box from './box';
import cancelReasons from './cancel-reasons';
import cards from './cards';
import common from './common';
import contact from './contact';
import declines from './declines';
import desk from './desk';
import deskBooks from './desk-books';
import deskBulk from './desk-bulk';
import deskCatalogue from './desk-catalogue';
import deskChange from './desk-change';
import deskInbox from './desk-inbox';
import deskIntegrations from './desk-integrations';
import deskLists from './desk-lists';
import deskLog from './desk-log';
import deskMessages from './desk-messages';
import deskMoney from './desk-money';
import deskMoving from './desk-moving';
import deskNumbers from './desk-numbers';
import deskOperation from './desk-operation';
import deskOrders from './desk-orders';
import deskParcels from './desk-parcels';
import deskDisputes from './desk-disputes';
import deskHistory from './desk-history';
import deskPayouts from './desk-payouts';
import deskRefund from './desk-refund';
import deskSubscribers from './desk-subscribers';
import deskTeam from './desk-team';
import deskToday from './desk-today';
import deskTransfers from './desk-transfers';
import details from './details';
import documents from './documents';
import emails from './emails';
import errors from './errors';
import faq from './faq';
import lineChat from './line-chat';
import maintenance from './maintenance';
import oneTap from './one-tap';
import order from './order';
import orders from './orders';
import pages from './pages';
import payments from './payments';
import refusals from './refusals';
import refundAccount from './refund-account';
import register from './register';
import repair from './repair';
import rewards from './rewards';
import secretLink from './secret-link';
import seller from './seller';
import site from './site';
import subscription from './subscription';
import taxInvoice from './tax-invoice';
import validation from './validation';

export default {
  account,
  auth,
  bankAccounts,
  banks,
  box,
  cancelReasons,
  cards,
  common,
  contact,
  declines,
  desk,
  deskBooks,
  deskBulk,
  deskCatalogue,
  deskChange,
  deskInbox,
  deskIntegrations,
  deskLists,
  deskLog,
  deskMessages,
  deskMoney,
  deskMoving,
  deskNumbers,
  deskOperation,
  deskOrders,
  deskParcels,
  deskDisputes,
  deskHistory,
  deskPayouts,
  deskRefund,
  deskSubscribers,
  deskTeam,
  deskToday,
  deskTransfers,
  details,
  documents,
  emails,
  errors,
  faq,
  lineChat,
  maintenance,
  oneTap,
  order,
  orders,
  pages,
  payments,
  refusals,
  refundAccount,
  register,
  repair,
  rewards,
  secretLink,
  seller,
  site,
  subscription,
  taxInvoice,
  validation,
} as const;
