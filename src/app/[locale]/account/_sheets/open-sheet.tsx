import { Notice } from '@/components/notice';
import { REASON_GROUPS } from '@/domain/cancel-offer';
import type { Locale } from '@/domain/locale';
import { FREQUENCIES } from '@/domain/subscription';
import { yearlessDayText } from '@/locales/calendar-format';
import { I18n } from '@/locales/i18n';
import { getI18n } from '@/locales/server';
import type { Translate } from '@/locales/typed';
import type { RouterOutputs } from '@/trpc/outputs';
import { api, orNotFound } from '@/trpc/server';
import { BoxSheet } from './box-sheet';
import { singleOrder } from './box-scope';
import type { View } from '../_components/subscription-view';
import {
  CancelScreen,
  MoveForm,
  PauseForm,
  PreloadSheets,
  RhythmForm,
  ReactivateForm,
  OrderAddressForm,
  BoxForm,
} from './forms';
import { NotActive } from './not-active';
import { NowSheet } from './now-sheet';
import { PaymentNotice } from '../_components/payment-notice';
import { PollPayment } from '../_components/poll-payment';
import { Sheet } from './sheet';
import type { Sheet as Asked } from './sheet-query';
import { ACCOUNT_WORDS } from '../_components/account-words';

const WORDS = [
  'account',
  'auth.errorPrefix',
  'auth.summaryTitle',
  'bankAccounts',
  'box',
  'common',
  'declines',
  'details.address',
  'order.number',
  'payments.link',
  'payments.outcome',
  'register.delivery',
  'register.details',
  'subscription',
  'validation',
] as const;

interface OpenSheetProps {
  /** Null: no sheet is open. */
  sheet: Asked | null;
  home: RouterOutputs['account']['home'];
  products: RouterOutputs['catalogue']['everyProduct'];
  /** The latest orders whose payment date has come. */
  past: RouterOutputs['orders']['previous']['orders'];
  /** What the two sheets that charge need. Null for the other sheets. */
  options: {
    now: RouterOutputs['orders']['orderNowOptions'] | null;
    restart: RouterOutputs['subscription']['reactivation'] | null;
  };
  locale: Locale;
}

/** Returns the title of a sheet that stands alone, for the title of the page. */
export function sheetTitle({ name }: Asked, t: Translate): string {
  return t(`subscription.sheets.${name}`);
}

/** Opens the sheet that the address names, and prepares the browser for the others. */
export async function OpenSheet({ sheet, ...props }: OpenSheetProps) {
  const t = await getI18n();
  const content = sheet && contentOf({ ...props, sheet }, t);
  return (
    <>
      <PreloadSheets />
      {sheet && content && (
        <I18n locale={props.locale} nouns={WORDS} within={ACCOUNT_WORDS}>
          <Sheet
            key={`${sheet.name} ${sheet.box}`}
            title={content.title ?? sheetTitle(sheet, t)}
            lead={content.lead}
          >
            {content.body}
          </Sheet>
        </I18n>
      )}
    </>
  );
}

interface Content {
  title?: string;
  lead?: string;
  body: React.ReactNode;
}

function contentOf(props: OpenSheetProps & { sheet: Asked }, t: Translate): Content {
  const { sheet, home, products, options, locale } = props;
  const { subscription, upcoming, today } = home;
  const status = subscription?.status ?? 'cancelled';
  if (sheet.name === 'cancel') return { body: <CancelScreen points={home.points} status={status} /> };
  if (options.restart)
    return { body: <RestartSheet reactivation={options.restart} products={products} locale={locale} /> };
  if (sheet.name === 'address')
    return { body: <AddressSheet orderId={sheet.box} home={home} locale={locale} /> };
  if (status !== 'active' || !subscription) return { body: <NotActive locale={locale} /> };
  if (options.now) return { body: <NowSheet options={options.now} locale={locale} /> };

  const initial = { subscription, upcomingOrders: upcoming };
  const offeredFor = REASON_GROUPS.find((group) => group === sheet.offer);
  const order = upcoming.find(({ orderId }) => orderId === sheet.box);
  const date = order && yearlessDayText(order.paymentDate, locale);
  switch (sheet.name) {
    case 'rhythm': {
      const requested = FREQUENCIES.find((frequency) => String(frequency) === sheet.every);
      return { body: <RhythmForm initial={initial} requested={requested} offeredFor={offeredFor} /> };
    }
    case 'pause':
      return {
        ...(subscription.pause && { title: t('subscription.pause.changeTitle') }),
        lead: t('subscription.pause.lead'),
        body: (
          <PauseForm
            initial={initial}
            today={today}
            requestedMonths={sheet.months ?? undefined}
            offeredFor={offeredFor}
          />
        ),
      };
    case 'contents':
      return {
        ...(date !== undefined && { title: t('subscription.box.ofDate', { date }) }),
        body: (
          <ContentsSheet
            orderId={sheet.box}
            home={home}
            products={products}
            past={props.past}
            view={initial}
          />
        ),
      };
    case 'box':
    case 'move':
    case 'now':
    case 'restart':
      if (!order || date === undefined)
        return { body: <Notice tone="waiting">{t('subscription.move.tooLate')}</Notice> };
      return sheet.name === 'move'
        ? {
            title: t('subscription.move.ofDate', { date }),
            body: <MoveForm initial={initial} orderId={order.orderId} today={today} />,
          }
        : {
            title: t('account.next.boxOf', { date }),
            body: <BoxSheet order={order} home={home} products={products} />,
          };
  }
}

interface RestartSheetProps {
  reactivation: RouterOutputs['subscription']['reactivation'];
  products: RouterOutputs['catalogue']['everyProduct'];
  locale: Locale;
}

/** Starts a stopped or cancelled subscription again, or shows how its payment stands. */
function RestartSheet({ reactivation, products, locale }: RestartSheetProps) {
  const { pendingPayment } = reactivation;
  const isOpen = pendingPayment?.status === 'pending';
  return (
    <>
      {isOpen && (
        <PaymentNotice payment={pendingPayment} subscription={reactivation.subscription} locale={locale} />
      )}
      {isOpen && <PollPayment />}
      {(!isOpen || pendingPayment.authorizeUri !== null) && (
        <ReactivateForm reactivation={reactivation} products={products} />
      )}
    </>
  );
}

interface AddressSheetProps {
  orderId: string | null;
  home: RouterOutputs['account']['home'];
  locale: Locale;
}

/** Sends one box to another address. After its payment date this is possible until it is packed. */
async function AddressSheet({ orderId, home, locale }: AddressSheetProps) {
  const { subscription, upcoming, delivery } = home;
  if (subscription?.status !== 'active') return <NotActive locale={locale} />;
  const [t, { orders }] = await Promise.all([getI18n(), api()]);
  const { order } = await orNotFound(orders.show({ orderId: orderId ?? '' }));
  const next = upcoming.find(({ skipped }) => !skipped);
  const isAhead = upcoming.some((one) => one.orderId === orderId);
  const isOpen = isAhead ? order.ownAddress !== null || next?.orderId === orderId : order.canChangeAddress;
  if (!isOpen) return <Notice tone="waiting">{t('subscription.address.tooLate')}</Notice>;
  return (
    <OrderAddressForm
      order={order}
      view={{ subscription, upcomingOrders: upcoming }}
      delivery={delivery}
      isLocked={!isAhead}
    />
  );
}

interface ContentsSheetProps {
  /** The order that the sheet was opened for; null without one. */
  orderId: string | null;
  home: RouterOutputs['account']['home'];
  products: RouterOutputs['catalogue']['everyProduct'];
  /** The latest orders whose payment date has come. */
  past: RouterOutputs['orders']['previous']['orders'];
  view: View;
}

/** Changes what is in every box, or in one. */
async function ContentsSheet({ orderId, home, products, past, view }: ContentsSheetProps) {
  const { catalogue } = await api();
  const feeTo = async (place: { postalCode: string } | null) =>
    place && (await catalogue.addresses({ postalCode: place.postalCode })).deliveryFee;
  const single = singleOrder(view, orderId);
  const [plans, fee, singleFee] = await Promise.all([
    catalogue.everyPlan(),
    feeTo(home.delivery),
    feeTo(single?.ownAddress ?? home.delivery),
  ]);
  return (
    <BoxForm
      initial={view}
      products={products}
      plans={plans}
      fees={{ always: fee, once: singleFee }}
      isClosedToday={past.some((order) => order.paymentDate === home.today)}
      requestedId={orderId}
    />
  );
}
