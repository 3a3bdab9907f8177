import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

interface FailedAddressesProps {
  locale: Locale;
  failed: DeskOutputs['messages']['failedAddresses'];
}

/** Lists the subscribers whose address refuses mails, with the reason. */
export async function FailedAddresses({ locale, failed: { accounts, isWhole } }: FailedAddressesProps) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskMessages.failed')}</h2>
      {accounts.length === 0 && <p className="lead">{t('deskMessages.noneFailed')}</p>}
      {!isWhole && <p className="lead">{t('deskMessages.failedMax', { count: accounts.length })}</p>}
      <ul className={classes.rows}>
        {accounts.map(({ accountId, name, email, failure, at }) => (
          <li key={accountId} className={classes.row}>
            <Link href={localePath(locale, `/desk/subscribers/${accountId}`)} className="tap">
              {name}
            </Link>
            <p className="muted anywhere small">
              {[email, failure && t(`deskMessages.failure.${failure}`), at && momentText(at, locale)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
