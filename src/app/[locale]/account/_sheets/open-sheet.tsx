import { Notice } from '@/components/notice';
import { REASON_GROUPS } from '@/domain/cancel-offer';
import type { Locale } from '@/domain/locale';
import { FREQUENCIES } from '@/domain/subscription';
import { yearlessDayText } from '@/locales/calendar-format';
import { I18n } from '@/locales/i18n';
import { getI18n } from '@/locales/server';
import type { Translate } from '@/locales/typed';
import type { RouterOutputs } from '@/trpc/outputs';
import { AddressSheet } from './address-sheet';
import { BoxSheet } from './box-sheet';
import { ContentsSheet } from './contents-sheet';
import { CancelScreen, MoveForm, PauseForm, PreloadSheets, RhythmForm } from './forms';
import { NotActive } from './not-active';
import { NowSheet } from './now-sheet';
import { RestartSheet } from './restart-sheet';
import { Sheet } from './sheet';
import type { Sheet as Asked } from './sheet-query';

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
    <I18n locale={props.locale} nouns={WORDS}>
      <PreloadSheets />
      {sheet && content && (
        <Sheet
          key={`${sheet.name} ${sheet.box}`}
          title={content.title ?? sheetTitle(sheet, t)}
          lead={content.lead}
        >
          {content.body}
        </Sheet>
      )}
    </I18n>
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
