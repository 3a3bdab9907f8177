'use client';

import { InputBase, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import type { DeskProduct } from './product';

const TEXTS = ['nameEn', 'nameTh', 'descriptionEn', 'descriptionTh'] as const;
type Name = (typeof TEXTS)[number];
const NAME_MAX = 60;
const DESCRIPTION_MAX = 400;

/** Changes the name and the description of a product in both languages. */
export function TextsForm({ code, texts, name }: Pick<DeskProduct, 'code' | 'texts'> & { name: string }) {
  const t = useI18n();
  const [typed, setTyped] = useState(texts);
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
        return empty.length === 0;
      }}
      run={(why) => desk.catalogue.changeTexts.mutate({ code, seen: texts, texts: typed, why })}
      done={t('deskCatalogue.textsSaved')}
    >
      <TextInput maxLength={NAME_MAX} {...field('nameEn')} />
      <TextInput maxLength={NAME_MAX} {...field('nameTh')} />
      <InputBase
        component="textarea"
        multiline
        rows={3}
        maxLength={DESCRIPTION_MAX}
        {...field('descriptionEn')}
      />
      <InputBase
        component="textarea"
        multiline
        rows={3}
        maxLength={DESCRIPTION_MAX}
        {...field('descriptionTh')}
      />
    </Act>
  );
}
