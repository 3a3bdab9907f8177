'use client';

import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useRouter } from 'next/navigation';
import { satangOf } from '@/domain/money';
import { normaliseIdentifier } from '@/domain/text';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

/** Creates a discount code. */
export function CodeForm() {
  const t = useI18n();
  const router = useRouter();
  const initialValues = { code: '', kind: 'percent', value: '', from: '', until: '', usesMax: '' };
  const form = useSchemaForm({
    prefix: 'code',
    initialValues,
    schema: async () => (await import('@/schemas/desk')).createCodeInput,
    labels: {
      code: t('deskOperation.code'),
      value: t('deskOperation.value'),
      usesMax: t('deskOperation.uses'),
    },
    toInput: ({ code, kind, value, from, until, usesMax }) => ({
      code,
      kind,
      from: from || undefined,
      until: until || undefined,
      usesMax: usesMax === '' ? undefined : Number(normaliseIdentifier(usesMax)),
      value:
        value === ''
          ? undefined
          : kind === 'percent'
            ? Number(normaliseIdentifier(value))
            : (satangOf(value) ?? NaN),
    }),
    send: async (input) => {
      await desk.operation.createCode.mutate(input);
      showToast({ message: t('deskOperation.created', { code: input.code }), tone: 'good' });
      form.setValues(initialValues);
      router.refresh();
    },
    keptAs: 'desk-code',
  });
  const text = textFields(form);
  return (
    <SchemaForm form={form} dense className={classes.form}>
      <TextInput autoComplete="off" {...text('code')} />
      <NativeSelect
        label={t('deskOperation.kind')}
        data={(['percent', 'amount'] as const).map((kind) => ({
          value: kind,
          label: t(`deskOperation.${kind}`),
        }))}
        {...text('kind')}
      />
      <TextInput inputMode="decimal" autoComplete="off" {...text('value')} />
      <TextInput
        label={`${t('deskOperation.from')} (${t('common.optional')})`}
        type="date"
        {...text('from')}
      />
      <TextInput
        label={`${t('deskOperation.until')} (${t('common.optional')})`}
        type="date"
        {...text('until')}
      />
      <TextInput
        {...text('usesMax')}
        label={`${t('deskOperation.uses')} (${t('common.optional')})`}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" busy={form.busy}>
        {t('deskOperation.create')}
      </Button>
    </SchemaForm>
  );
}
