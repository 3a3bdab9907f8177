import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { BULK_DAYS_MAX, type BulkKind } from '@/domain/bulk';
import { GIVING_LIMITS } from '@/domain/staff';
import { normaliseIdentifier } from '@/domain/text';
import { useI18n } from '@/locales/client';

/** What is typed for every kind of change. `to` is empty if the product leaves the box. */
export const NO_FIELDS = { days: '', from: '', to: '', until: '', points: '' };
type Fields = typeof NO_FIELDS;

const numberOf = (typed: string) => (/^-?\d{1,3}$/.test(typed) ? Number(typed) : null);

/** Returns the change that the fields describe. It is not checked. */
export function changeOf(kind: BulkKind, { days, from, to, until, points }: Fields): object {
  switch (kind) {
    case 'move':
      return { kind, days: numberOf(days) };
    case 'swap':
      return { kind, from, to: to || null };
    case 'pause':
      return { kind, until };
    case 'points':
      return { kind, points: numberOf(points) };
  }
}

interface ChangeFieldsProps {
  kind: BulkKind;
  fields: Fields;
  products: { value: string; label: string }[];
  onChange: (fields: Fields) => void;
}

/** The fields of one kind of change. */
export function ChangeFields({ kind, fields, products, onChange }: ChangeFieldsProps) {
  const t = useI18n();
  const field = (name: keyof Fields) => ({
    value: fields[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ ...fields, [name]: normaliseIdentifier(event.currentTarget.value) }),
  });
  switch (kind) {
    case 'move':
      return (
        <TextInput
          label={t('deskBulk.days')}
          description={t('deskBulk.daysHint', { max: BULK_DAYS_MAX })}
          maxLength={3}
          {...field('days')}
        />
      );
    case 'swap':
      return (
        <>
          <NativeSelect label={t('deskBulk.from')} data={products} {...field('from')} />
          <NativeSelect
            label={t('deskBulk.to')}
            data={[
              { value: '', label: t('deskBulk.toNone') },
              ...products.filter(({ value }) => value !== fields.from),
            ]}
            {...field('to')}
          />
        </>
      );
    case 'pause':
      return (
        <TextInput
          type="date"
          label={t('deskBulk.until')}
          description={t('deskBulk.untilHint')}
          {...field('until')}
        />
      );
    case 'points':
      return (
        <TextInput
          label={t('deskBulk.points')}
          description={t('deskBulk.pointsHint', { max: GIVING_LIMITS.apologyPoints.person })}
          inputMode="numeric"
          maxLength={3}
          {...field('points')}
        />
      );
  }
}
