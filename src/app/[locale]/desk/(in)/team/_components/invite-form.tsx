'use client';

import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useRouter } from 'next/navigation';
import { INVITATION_HOURS, STAFF_ROLES } from '@/domain/staff';
import { LOCALES } from '@/domain/locale';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

/** Invites a member by mail. */
export function InviteForm() {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const initialValues = { email: '', role: 'support', locale: locale as string };
  const form = useSchemaForm({
    prefix: 'invite',
    initialValues,
    schema: async () => (await import('@/schemas/desk')).inviteStaffInput,
    labels: { email: t('deskTeam.email') },
    toInput: (values) => values,
    send: async (input) => {
      await desk.team.invite.mutate(input);
      showToast({
        message: t('deskTeam.invited', { email: input.email, hours: INVITATION_HOURS }),
        tone: 'good',
      });
      form.setValues(initialValues);
      router.refresh();
    },
    explain: ({ code, message }) =>
      code === 'STAFF_TAKEN' && message !== null ? { field: 'email', message } : undefined,
    keptAs: 'desk-invite',
  });
  const text = textFields(form);
  return (
    <SchemaForm form={form} dense className={classes.form}>
      <TextInput type="email" autoComplete="off" {...text('email')} />
      <NativeSelect
        label={t('deskTeam.role')}
        data={STAFF_ROLES.map((role) => ({ value: role, label: t(`desk.roles.${role}`) }))}
        {...text('role')}
      />
      <NativeSelect
        label={t('deskTeam.language')}
        data={LOCALES.map((language) => ({ value: language, label: t(`deskTeam.languages.${language}`) }))}
        {...text('locale')}
      />
      <Button type="submit" busy={form.busy}>
        {t('deskTeam.send')}
      </Button>
    </SchemaForm>
  );
}
