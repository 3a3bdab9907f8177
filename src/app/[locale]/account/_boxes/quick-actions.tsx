'use client';

import Link from 'next/link';
import { Icon } from '@/components/art/icon';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { yearlessDayText } from '@/locales/calendar-format';
import { localePath } from '@/locales/paths';
import { sheetPath, type SheetName } from '@/locales/sheet-path';
import { useBoard } from './board';
import classes from '@/components/hero.module.css';
import type { Order } from './use-skip';

interface QuickActionsProps {
  order: Order;
  /** The server's date. */
  today: Day;
  canOrderNow: boolean;
}

/** The changes of one box, as buttons of the same size. */
export function QuickActions({ order, today, canOrderNow }: QuickActionsProps) {
  const t = useI18n();
  const locale = useLocale();
  const { skipping } = useBoard();
  const { skipped, orderId } = order;
  const isOpen = today <= order.canSkipUntil;
  const busy = skipping.busyId === orderId;
  const word = skipped ? 'account.upcoming.unskip' : 'account.upcoming.skip';
  const ofDate = t('account.upcoming.ofDate', { date: yearlessDayText(order.paymentDate, locale) });
  return (
    <>
      <div className={classes.quick}>
        {isOpen && (
          <button
            type="button"
            aria-disabled={busy || undefined}
            aria-describedby={order.freeProduct ? 'next-free' : undefined}
            onClick={() => busy || void (skipped ? skipping.unskip(order) : skipping.skip(order))}
          >
            <Icon of={skipped ? 'unskip' : 'skip'} />
            {/* Another element for another word: none is seen to move. */}
            <span key={word}>
              {t(word)}
              <span className="visually-hidden"> {ofDate}</span>
            </span>
          </button>
        )}
        {isOpen && action('move', 'move', orderId)}
        {canOrderNow && action('now', 'now')}
        {order.freeProduct === null && action('contents', 'box', orderId)}
      </div>
      {skipping.problem?.orderId === orderId && (
        <p role="alert" className="note bad medium mt-3">
          {skipping.problem.message}
        </p>
      )}
    </>
  );

  function action(sheet: 'move' | 'now' | 'contents', icon: 'move' | 'now' | 'box', box?: string) {
    return (
      <Link
        href={localePath(locale, sheetPath(sheet satisfies SheetName, box))}
        prefetch={false}
        scroll={false}
        data-hidden={skipped || undefined}
      >
        <Icon of={icon} />
        {t(`account.next.${sheet}`)}
      </Link>
    );
  }
}
