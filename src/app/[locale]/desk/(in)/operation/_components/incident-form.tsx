'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../_components/act';
import classes from '../../_components/desk.module.css';

/** Shows or hides the banner above every page. */
export function IncidentForm({ incident }: { incident: DeskOutputs['operation']['read']['incident'] }) {
  const t = useI18n();
  const router = useRouter();
  const form = useSchemaForm({
    prefix: 'incident',
    initialValues: { en: incident.text?.en ?? '', th: incident.text?.th ?? '' },
    schema: async () => (await import('@/schemas/desk')).incidentInput,
    labels: { en: t('deskOperation.incidentEn'), th: t('deskOperation.incidentTh') },
    toInput: (values) => ({ ...values, on: true }),
    // Half of the visitors would read the other language.
    check: ({ en, th }) => ({
      ...(en.trim() === '' && th.trim() !== '' && { en: 'required' }),
      ...(th.trim() === '' && en.trim() !== '' && { th: 'required' }),
    }),
    send: async (input) => {
      await desk.operation.incident.mutate(input);
      showToast({ message: t('deskOperation.shown'), tone: 'good' });
      router.refresh();
    },
    keptAs: 'desk-incident',
  });
  const text = textFields(form);
  return (
    <SchemaForm form={form} dense className={classes.form} lead={<p>{t('deskOperation.incidentHint')}</p>}>
      <TextInput lang="en" autoComplete="off" {...text('en')} />
      <TextInput lang="th" autoComplete="off" {...text('th')} />
      <div className="actions">
        <Button type="submit" busy={form.busy}>
          {t('deskOperation.show')}
        </Button>
        {incident.on && (
          <Act
            act={t('deskOperation.hide')}
            text={t('deskOperation.hideText')}
            run={() => desk.operation.incident.mutate({ on: false, en: '', th: '' })}
            done={t('deskOperation.hidden')}
          />
        )}
      </div>
    </SchemaForm>
  );
}
