import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { messageText } from '../../subscribers/[accountId]/_components/event-text';

interface KindsProps {
  locale: Locale;
  kinds: DeskOutputs['messages']['kinds'];
}

/** Lists all messages, each with a link to its examples. */
export async function Kinds({ locale, kinds }: KindsProps) {
  const t = await getI18n();
  const named = await Promise.all(kinds.map(async (one) => ({ ...one, name: await messageText(one.kind) })));
  return (
    <section className="card mt-5">
      <h2>{t('deskMessages.kinds')}</h2>
      <ul className={classes.rows}>
        {named.map(({ kind, name, isOptional, byLine }) => (
          <li key={kind} className={classes.row} data-split>
            <Link href={localePath(locale, `/desk/messages?kind=${kind}`)} className="tap">
              {name}
            </Link>
            <span className="muted anywhere small">
              {[isOptional && t('deskMessages.optional'), !byLine && t('deskMessages.mailOnly')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
