import Link from 'next/link';
import { mayDo } from '@/domain/staff';
import { Notice } from '@/components/notice';
import { countText, sinceText } from '@/locales/desk-format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../../_components/desk-metadata';
import type { Locale } from '@/domain/locale';
import { bahtText, dayText, nameText } from '@/locales/format';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../../_components/desk.module.css';
import type { NamedProducts } from './_components/result-props';
import { orNotFound } from '../../../_components/or-not-found';
import { Progress } from '../../../_components/progress';
import { Result } from './_components/result';
import { SavePrices, WithdrawPrices } from './_components/save-prices';

type Props = PageProps<'/[locale]/desk/catalogue/prices/[changeId]'>;

export const generateMetadata = deskMetadata('deskCatalogue.one');

/** Returns the change, or the page "not found" without one. */
async function readChange(changeId: string) {
  const { catalogue } = await deskApi();
  return orNotFound(() => catalogue.priceChange({ changeId }));
}

export default async function PriceChangePage({ params }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'catalogue.read');
  const { changeId } = await params;
  const [t, change] = await Promise.all([getI18n(), readChange(changeId)]);
  const { catalogue } = await deskApi();
  const { products } = await catalogue.read();
  const names = products.map(({ code, texts }) => ({ code, name: { en: texts.nameEn, th: texts.nameTh } }));
  const { state, result, rehearsedAt } = change;
  const mayChange = mayDo(role, 'catalogue.change');
  return (
    <>
      <Link className="tap" href={localePath(locale, '/desk/catalogue')}>
        {t('deskCatalogue.back')}
      </Link>
      <h1>{t('deskCatalogue.one')}</h1>
      <section className="card mt-5">
        <h2>{t(`deskCatalogue.state.${state}`, { moment: sinceText(change.at, locale) })}</h2>
        <ChangeFacts change={change} names={names} locale={locale} />
        {(state === 'waiting' || state === 'running') && (
          <Progress
            {...change.read}
            text={t('deskCatalogue.progress', {
              read: countText(change.read.count, locale),
              whole: countText(change.read.whole, locale),
            })}
          >
            <p className="muted anywhere small">{t('deskCatalogue.wait')}</p>
          </Progress>
        )}
        {mayChange && (state === 'rehearsed' || state === 'planned') && (
          <div className="stack mt-4">
            <div className="actions">
              {state === 'rehearsed' ? (
                <SavePrices changeId={changeId} from={change.change.from} />
              ) : (
                <WithdrawPrices changeId={changeId} />
              )}
            </div>
          </div>
        )}
      </section>
      {(state === 'stopped' || state === 'failed') && (
        <Notice tone="bad" title={t('deskCatalogue.stoppedText')} />
      )}
      {result && rehearsedAt !== null && (
        <Result result={result} rehearsedAt={rehearsedAt} names={names} locale={locale} />
      )}
    </>
  );
}

interface ChangeFactsProps {
  change: DeskOutputs['catalogue']['priceChange'];
  names: NamedProducts;
  locale: Locale;
}

/** The old and new prices of a change, its first day and its reason. */
async function ChangeFacts({ change: { change, base, reason }, names, locale }: ChangeFactsProps) {
  const t = await getI18n();
  const productName = (code: string) => {
    const product = names.find((one) => one.code === code);
    return product ? nameText(product, locale) : code;
  };
  const lines = [
    ...change.products.map(({ code, listPrice }) => ({
      name: productName(code),
      old: base.products.find((one) => one.code === code)?.listPrice,
      price: listPrice,
    })),
    ...change.fees.map(({ zone, fee }) => ({
      name: t(`deskCatalogue.feeName.${zone}`),
      old: base.fees.find((one) => one.zone === zone)?.fee,
      price: fee,
    })),
  ];
  return (
    <ul className={classes.rows}>
      {lines.map(({ name, old = 0, price }) => (
        <li key={name}>
          {t('deskCatalogue.fromTo', { name, old: bahtText(old, locale), price: bahtText(price, locale) })}
        </li>
      ))}
      <li>
        {change.from === null
          ? t('deskCatalogue.startsNow')
          : t('deskCatalogue.starts', { day: dayText(change.from, locale) })}
      </li>
      {reason !== null && <li>{t('deskCatalogue.reason', { reason })}</li>}
    </ul>
  );
}
