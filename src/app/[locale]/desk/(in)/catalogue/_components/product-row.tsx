'use client';

import type { Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { subscriptionPrice } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';
import type { DeskProduct } from './product';
import { TextArea } from '@/components/forms/text-area';
import { TextInput } from '@/components/forms/text-input';
import { normaliseDigits } from '@/domain/digits';
import { useEffect, useState } from 'react';
import { countText } from '@/locales/desk-format';

interface ProductRowProps {
  product: DeskProduct;
  /** Its planned list prices, in their order. */
  coming: readonly { from: Day; listPrice: Satang }[];
  mayChange: boolean;
}

/** A product: its prices now and later, whether it is sold, and its texts. */
export function ProductRow({ product, coming, mayChange }: ProductRowProps) {
  const t = useI18n();
  const locale = useLocale();
  const { code, isSold, texts, listPrice, price } = product;
  const name = locale === 'th' ? texts.nameTh : texts.nameEn;
  const prices = { list: bahtText(listPrice, locale), price: bahtText(price, locale) };
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.strong}>
          {name}{' '}
          <span className="muted anywhere small">
            · {t(isSold ? 'deskCatalogue.sold' : 'deskCatalogue.soldOut')}
          </span>
        </p>
        <p className="muted anywhere small">{t('deskCatalogue.prices', prices)}</p>
        {coming.map((one) => (
          <p key={one.from} className="muted anywhere small">
            {t('deskCatalogue.coming', {
              day: dayText(one.from, locale),
              list: bahtText(one.listPrice, locale),
              price: bahtText(subscriptionPrice(one.listPrice), locale),
            })}
          </p>
        ))}
      </div>
      {mayChange && (
        <div className="actions">
          <SellAct key={String(isSold)} code={code} isSold={isSold} name={name} />
          <TextsForm key={JSON.stringify(texts)} code={code} texts={texts} name={name} />
        </div>
      )}
    </li>
  );
}

/** Marks a product as sold out, or sells it again. */
function SellAct({ code, isSold, name }: Pick<DeskProduct, 'code' | 'isSold'> & { name: string }) {
  const t = useI18n();
  const words = isSold
    ? ({ act: 'markSoldOut', of: 'markSoldOutOf', text: 'markSoldOutText', done: 'soldOutDone' } as const)
    : ({ act: 'sellAgain', of: 'sellAgainOf', text: 'sellAgainText', done: 'sellAgainDone' } as const);
  return (
    <Act
      act={t(`deskCatalogue.${words.act}`)}
      label={t(`deskCatalogue.${words.of}`, { name })}
      text={t(`deskCatalogue.${words.text}`)}
      reason="required"
      hint={t('deskCatalogue.audit')}
      run={(why) => desk.catalogue.setSold.mutate({ code, sold: !isSold, why })}
      done={t(`deskCatalogue.${words.done}`, { name })}
      undo={() => () => desk.catalogue.setSold.mutate({ code, sold: isSold, why: t('desk.undoWhy') })}
    >
      <Holders code={code} />
    </Act>
  );
}

/** How many boxes contain a product. Shows nothing if the number cannot be read. */
function Holders({ code }: Pick<DeskProduct, 'code'>) {
  const t = useI18n();
  const locale = useLocale();
  const [count, setCount] = useState<number | null>();
  useEffect(() => {
    desk.catalogue.holders.query({ code }).then(
      ({ subscriptions }) => setCount(subscriptions),
      () => setCount(null),
    );
  }, [code]);
  if (count === null) return null;
  return (
    <p role="status">
      {count === undefined
        ? t('deskCatalogue.counting')
        : t('deskCatalogue.holders', { count: countText(count, locale) })}
    </p>
  );
}

const TEXTS = ['nameEn', 'nameTh', 'descriptionEn', 'descriptionTh'] as const;
type Name = (typeof TEXTS)[number];
const NAME_MAX = 60;
const DESCRIPTION_MAX = 400;
const LENGTH_MAX_MM = 999;

/** Changes the name and the description of a product in both languages. */
function TextsForm({ code, texts, name }: Pick<DeskProduct, 'code' | 'texts'> & { name: string }) {
  const t = useI18n();
  const { lengthMm: lengthSeen, ...wordsSeen } = texts;
  const [typed, setTyped] = useState(wordsSeen);
  const [length, setLength] = useState(String(lengthSeen ?? ''));
  const lengthMm = lengthSeen === null ? null : Number(normaliseDigits(length.trim()) || NaN);
  const [isLengthWrong, setLengthWrong] = useState(false);
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const field = (text: Name) => ({
    label: t(`deskCatalogue.${text}`),
    lang: text.endsWith('Th') ? 'th' : 'en',
    autoComplete: 'off',
    value: typed[text],
    error: missing.includes(text)
      ? t('validation.missing', { field: t(`deskCatalogue.${text}`) })
      : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((present) => ({ ...present, [text]: value })),
  });
  return (
    <Act
      act={t('deskCatalogue.texts')}
      label={t('deskCatalogue.textsOf', { name })}
      text={t('deskCatalogue.textsHint')}
      reason="required"
      hint={t('deskCatalogue.audit')}
      check={() => {
        const empty = TEXTS.filter((text) => typed[text].trim() === '');
        setMissing(empty);
        const isWrong =
          lengthMm !== null && !(Number.isInteger(lengthMm) && lengthMm >= 1 && lengthMm <= LENGTH_MAX_MM);
        setLengthWrong(isWrong);
        return empty.length === 0 && !isWrong;
      }}
      run={(why) =>
        desk.catalogue.changeTexts.mutate({ code, seen: texts, texts: { ...typed, lengthMm }, why })
      }
      done={t('deskCatalogue.textsSaved')}
    >
      <TextInput maxLength={NAME_MAX} {...field('nameEn')} />
      <TextInput maxLength={NAME_MAX} {...field('nameTh')} />
      <TextArea rows={3} maxLength={DESCRIPTION_MAX} {...field('descriptionEn')} />
      <TextArea rows={3} maxLength={DESCRIPTION_MAX} {...field('descriptionTh')} />
      {lengthSeen !== null && (
        <TextInput
          label={t('deskCatalogue.length')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={length}
          error={isLengthWrong && t('deskCatalogue.lengthWrong', { max: LENGTH_MAX_MM })}
          onChange={({ currentTarget: { value } }) => setLength(value)}
        />
      )}
    </Act>
  );
}
