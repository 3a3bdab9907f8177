'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { TextInput } from '@/components/forms/text-input';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { TOKEN_SCOPES, type TokenScope } from '@/domain/api-token';
import { satangOf } from '@/domain/money';
import { REFUND_LIMIT_MAX } from '@/domain/staff';
import { normaliseIdentifier } from '@/domain/text';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import own from './scopes.module.css';
import { ShownSecret } from './shown-secret';
import { partsOf, scopesByNoun } from './scope-names';

const PREFIX = 'token';
const NO_SCOPES = Object.fromEntries(TOKEN_SCOPES.map((scope) => [scope, false])) as Record<
  TokenScope,
  boolean
>;

/** Creates an API token and shows it once. */
export function TokenForm() {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const [token, setToken] = useState<string | null>(null);
  const initialValues = { name: '', scopes: '', ...NO_SCOPES, refundLimit: '0', days: '90' };
  const form = useSchemaForm({
    prefix: PREFIX,
    initialValues,
    schema: async () => (await import('@/schemas/desk')).createTokenInput,
    labels: {
      name: t('deskIntegrations.tokenName'),
      days: t('deskIntegrations.days'),
      scopes: t('deskIntegrations.scopes'),
      refundLimit: t('deskIntegrations.refundLimit'),
    },
    toInput: ({ name, days, refundLimit, ...may }) => ({
      name,
      days: days === '' ? undefined : Number(normaliseIdentifier(days)),
      scopes: TOKEN_SCOPES.filter((scope) => may[scope]),
      refundLimit: may['refunds:write'] ? (satangOf(refundLimit) ?? Number.NaN) : undefined,
    }),
    send: async (input) => {
      setToken((await desk.team.createToken.mutate(input)).token);
      form.setValues(initialValues);
      router.refresh();
    },
    keptAs: 'desk-token',
  });
  const text = textFields(form);
  return (
    <SchemaForm
      form={form}
      dense
      className={classes.form}
      lead={<ShownSecret title={t('deskIntegrations.created')} secret={token} />}
    >
      <TextInput description={t('deskIntegrations.tokenNameHint')} autoComplete="off" {...text('name')} />
      <fieldset aria-describedby={form.errors.scopes ? `${PREFIX}-scopes-error` : undefined}>
        <legend>{t('deskIntegrations.scopes')}</legend>
        {form.errors.scopes && <p id={`${PREFIX}-scopes-error`}>{form.errors.scopes}</p>}
        {[...scopesByNoun()].map(([noun, scopes], row) => (
          <div key={noun} role="group" aria-labelledby={`scope-${noun}`} className={own.scope}>
            <span id={`scope-${noun}`}>{t(`deskIntegrations.scope.${noun}`)}</span>
            {scopes.map((scope, at) => (
              <label key={scope} className="tick">
                <input
                  type="checkbox"
                  id={row + at === 0 ? `${PREFIX}-scopes` : undefined}
                  checked={form.values[scope]}
                  onChange={(event) => form.change({ [scope]: event.currentTarget.checked })}
                />
                {t(`deskIntegrations.${partsOf(scope).act ?? 'allowed'}`)}
              </label>
            ))}
          </div>
        ))}
      </fieldset>
      {form.values['refunds:write'] && (
        <TextInput
          description={t('deskIntegrations.refundLimitHint', { max: bahtText(REFUND_LIMIT_MAX, locale) })}
          inputMode="decimal"
          autoComplete="off"
          {...text('refundLimit')}
        />
      )}
      <TextInput inputMode="numeric" autoComplete="off" {...text('days')} />
      <Button type="submit" busy={form.busy}>
        {t('deskIntegrations.create')}
      </Button>
    </SchemaForm>
  );
}
