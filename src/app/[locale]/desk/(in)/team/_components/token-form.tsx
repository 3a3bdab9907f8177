'use client';

import { TextInput } from '@/components/forms/text-input';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { TOKEN_SCOPES, type TokenScope } from '@/domain/staff';
import { normaliseIdentifier } from '@/domain/text';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

const PREFIX = 'token';

/** Creates an API token and shows it once. */
export function TokenForm() {
  const t = useI18n();
  const router = useRouter();
  const [token, setToken] = useState<string | null>(null);
  const initialValues = { name: '', scopes: '', days: '90', billing: false, metrics: true };
  const form = useSchemaForm({
    initialValues,
    schema: async () => (await import('@/schemas/desk')).createTokenInput,
    labels: { name: t('deskTeam.tokenName'), days: t('deskTeam.days'), scopes: t('deskTeam.scopes') },
    toInput: ({ name, days, ...may }) => ({
      name,
      days: days === '' ? undefined : Number(normaliseIdentifier(days)),
      scopes: TOKEN_SCOPES.filter((scope) => may[scope]),
    }),
    send: async (input) => {
      setToken((await desk.team.createToken.mutate(input)).token);
      form.setValues(initialValues);
      router.refresh();
    },
    keptAs: 'desk-token',
  });
  const text = textFields(form, PREFIX);
  const change = (scope: TokenScope, isOn: boolean) => form.change({ [scope]: isOn });
  return (
    <form
      method="post"
      noValidate
      className={`stack-4 ${classes.form}`}
      onSubmit={(event) => void form.submit(event)}
    >
      {token !== null && (
        <Notice tone="good" urgent title={t('deskTeam.created')}>
          <p className={classes.mono}>{token}</p>
        </Notice>
      )}
      <ErrorSummary form={form} prefix={PREFIX} />
      <TextInput
        label={t('deskTeam.tokenName')}
        description={t('deskTeam.tokenNameHint')}
        autoComplete="off"
        {...text('name')}
      />
      <fieldset aria-describedby={form.errors.scopes ? `${PREFIX}-scopes-error` : undefined}>
        <legend>{t('deskTeam.scopes')}</legend>
        {form.errors.scopes && <p id={`${PREFIX}-scopes-error`}>{form.errors.scopes}</p>}
        {TOKEN_SCOPES.map((scope, at) => (
          <label key={scope} className="tick">
            <input
              type="checkbox"
              id={at === 0 ? `${PREFIX}-scopes` : undefined}
              checked={form.values[scope]}
              onChange={(event) => change(scope, event.currentTarget.checked)}
            />
            {t(`deskTeam.scope.${scope}`)}
          </label>
        ))}
      </fieldset>
      <TextInput label={t('deskTeam.days')} inputMode="numeric" autoComplete="off" {...text('days')} />
      <Button type="submit" busy={form.busy}>
        {t('deskTeam.create')}
      </Button>
    </form>
  );
}
