'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useRouter } from 'next/navigation';
import { bahtText, satangOf } from '@/domain/money';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import type { DeskProduct } from './product';

type Latest = DeskOutputs['catalogue']['read']['latest'];

/** New list prices and delivery fees. Starts their rehearsal. */
export function PriceForm({ latest, products }: { latest: Latest; products: readonly DeskProduct[] }) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const nameOf = (code: string) => {
    const texts = products.find((product) => product.code === code)?.texts;
    return (locale === 'th' ? texts?.nameTh : texts?.nameEn) ?? code;
  };
  const fields = [
    ...latest.products.map(({ code, listPrice }) => ({
      name: code,
      label: t('deskCatalogue.list', { name: nameOf(code) }),
      amount: listPrice,
    })),
    ...latest.fees.map(({ zone, fee }) => ({
      name: zone,
      label: t(`deskCatalogue.fee.${zone}`),
      amount: fee,
    })),
  ];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const amounts = new Map(fields.map(({ name, amount }) => [name, bahtText(amount)]));
  const initialValues: Record<string, string> = { ...Object.fromEntries(amounts), from: '' };
  const form = useSchemaForm({
    prefix: 'price',
    initialValues,
    labels: { ...Object.fromEntries(labels), from: t('deskCatalogue.from') },
    schema: async () => (await import('@/schemas/desk-catalogue')).rehearseInput,
    // An amount that is not a number is a fault of its field, see `check`.
    toInput: (values) => ({
      base: latest.key,
      products: latest.products.map(({ code }) => ({ code, listPrice: satangOf(values[code] ?? '') ?? 0 })),
      fees: latest.fees.map(({ zone }) => ({ zone, fee: satangOf(values[zone] ?? '') ?? 0 })),
      from: values.from || undefined,
    }),
    check: (values) => {
      const wrong = fields.filter(({ name }) => satangOf(values[name] ?? '') === null);
      return Object.fromEntries(wrong.map(({ name }) => [name, 'invalid' as const]));
    },
    send: async (input) => {
      const { id } = await desk.catalogue.rehearse.mutate(input);
      router.push(localePath(locale, `/desk/catalogue/prices/${id}`));
      return 'leaving';
    },
    keptAs: 'desk-prices',
  });
  const text = textFields(form);
  return (
    <SchemaForm form={form} dense className={classes.form}>
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          {...text(name)}
        />
      ))}
      <TextInput
        {...text('from')}
        type="date"
        label={`${t('deskCatalogue.from')} (${t('common.optional')})`}
        description={t('deskCatalogue.fromHint')}
      />
      <Button type="submit" busy={form.busy}>
        {t('deskCatalogue.rehearse')}
      </Button>
    </SchemaForm>
  );
}
