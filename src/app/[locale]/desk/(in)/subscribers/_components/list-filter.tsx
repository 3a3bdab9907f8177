import { buttonClass } from '@/components/button-anchor';
import { LOCALES, type Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { PAYMENT_METHODS } from '@/domain/subscription';
import { DESK_LISTS, type DeskListInput } from '@/schemas/desk-lists';
import type { DeskOutputs } from '@/trpc/desk';
import { deskApi } from '@/trpc/desk-server';
import { api } from '@/trpc/server';
import frame from '../../_components/desk.module.css';
import { partText } from './list-columns';

interface ListFilterProps {
  asked: DeskListInput;
  page: DeskOutputs['today']['list'];
  /** The names of the kinds of messages. */
  names: ReadonlyMap<string, string>;
  locale: Locale;
  /** Further fields. */
  children: React.ReactNode;
}

/** The filter of a list with what is in effect. It stands in the address, so that "back" keeps it. */
export async function ListFilter({ asked, page, names, locale, children }: ListFilterProps) {
  const { list, method, kind } = asked;
  const t = await getI18n();
  const rule = DESK_LISTS[list];
  const days = { from: page.from, until: page.until };
  return (
    <form method="get" action={localePath(locale, '/desk/subscribers')} className={frame.filter}>
      <input type="hidden" name="list" value={list} />
      {rule.parts.length > 0 && (
        <select name="part" defaultValue={page.part ?? ''} aria-label={t('deskLists.columns.state')}>
          {!('isOnePart' in rule) && <option value="">{t('deskLists.all')}</option>}
          {rule.parts.map((one) => (
            <option key={one} value={one}>
              {partText(t, list, one)}
            </option>
          ))}
        </select>
      )}
      {list === 'subscribers' && (
        <select name="method" defaultValue={method ?? ''} aria-label={t('deskLists.columns.method')}>
          <option value="">{t('deskLists.allMethods')}</option>
          {PAYMENT_METHODS.map((one) => (
            <option key={one} value={one}>
              {t(`deskSubscribers.plan.methods.${one}`)}
            </option>
          ))}
        </select>
      )}
      {list === 'messages' && (
        <select name="kind" defaultValue={kind ?? ''} aria-label={t('deskLists.columns.message')}>
          <option value="">{t('deskLists.allMessages')}</option>
          {[...names].map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
      {rule.hasDays &&
        (['from', 'until'] as const).map((name) => (
          <label key={name}>
            {t(`deskLists.${name}`)} <input type="date" name={name} defaultValue={days[name] ?? ''} />
          </label>
        ))}
      {list === 'subscribers' && <MoreFilters asked={asked} locale={locale} />}
      {children}
      <button type="submit" className={buttonClass('secondary')}>
        {t('deskParcels.show')}
      </button>
    </form>
  );
}

/** The filters of subscribers that are used less often. They are open while one is in effect. */
async function MoreFilters({ asked, locale }: Pick<ListFilterProps, 'asked' | 'locale'>) {
  const [t, products, { tags, team }] = await Promise.all([
    getI18n(),
    (await api()).catalogue.everyProduct(),
    (await deskApi()).subscribers.marks(),
  ]);
  const { product, language, postcode, paysUntil, tag, staffId } = asked;
  return (
    <details
      className={frame.more}
      open={[product, language, postcode, paysUntil, tag, staffId].some(Boolean)}
    >
      <summary className="tap">{t('deskLists.more')}</summary>
      <div className={frame.filter}>
        <select name="product" defaultValue={product ?? ''} aria-label={t('deskLists.product')}>
          <option value="">{t('deskLists.allProducts')}</option>
          {products.map(({ code, name }) => (
            <option key={code} value={code}>
              {name[locale]}
            </option>
          ))}
        </select>
        <select
          name="language"
          defaultValue={language ?? ''}
          aria-label={t('deskSubscribers.person.language')}
        >
          <option value="">{t('deskLists.allLanguages')}</option>
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {t(`deskSubscribers.person.languages.${one}`)}
            </option>
          ))}
        </select>
        {tags.length > 0 && (
          <select name="tag" defaultValue={tag ?? ''} aria-label={t('deskLists.tag')}>
            <option value="">{t('deskLists.allTags')}</option>
            {tags.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <select name="staffId" defaultValue={staffId ?? ''} aria-label={t('deskSubscribers.marks.member')}>
          <option value="">{t('deskLists.allMembers')}</option>
          {team.map(({ staffId: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <label>
          {t('deskLists.postcode')}{' '}
          <input name="postcode" defaultValue={postcode ?? ''} inputMode="numeric" maxLength={5} size={5} />
        </label>
        <label>
          {t('deskLists.paysUntil')} <input type="date" name="paysUntil" defaultValue={paysUntil ?? ''} />
        </label>
      </div>
    </details>
  );
}
