'use client';

import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { useI18n } from '@/locales/client';
import { refusalOf, type Refusal } from '@/trpc/react';

type Values = Record<string, string | boolean>;
type FieldErrors = Record<string, string>;

interface SchemaFormOptions<V extends Values, Output> {
  initialValues: V;
  /** Fetched with the first submit: schemas are larger than the page that shows the fields. */
  schema: () => Promise<z.ZodType<Output>>;
  /** What is typed, normalised, in the shape of the schema. */
  toInput: (values: V) => unknown;
  /** Keys of `validation` for what the schema does not say. */
  check?: (values: V) => Partial<Record<keyof V & string, ValidationKey>>;
  /** Sends it. A refusal with field errors is shown at the fields, any other as the form's own. */
  send: (output: Output) => Promise<void>;
  /** A sentence for a refusal where the code's own would not help here; undefined keeps that. */
  explain?: (refusal: Refusal) => { field?: keyof V & string; message: string } | undefined;
}

export type ValidationKey =
  'password' | 'email' | 'phone' | 'postalCode' | 'required' | 'consent' | 'invalid' | 'tooLong';

const VALIDATION_KEYS: readonly string[] = [
  'password',
  'email',
  'phone',
  'postalCode',
  'required',
  'consent',
  'invalid',
  'tooLong',
] satisfies ValidationKey[];

/**
 * A form over a zod schema: judged when it is sent and from then on with every change, never sent twice at once, and
 * nothing typed is ever lost. Errors are sentences in the page's language, keyed by the last part of their path.
 */
export function useSchemaForm<V extends Values, Output>(options: SchemaFormOptions<V, Output>) {
  const t = useI18n();
  const form = useForm<V>({ mode: 'controlled', initialValues: options.initialValues });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);
  const schema = useRef<z.ZodType<Output>>(null);

  const judge = (values: V): { errors: FieldErrors; output: Output | null } => {
    const checked: FieldErrors = {};
    for (const [field, key] of Object.entries(options.check?.(values) ?? {})) {
      if (key) checked[field] = t(`validation.${key as ValidationKey}`);
    }
    const result = schema.current?.safeParse(options.toInput(values));
    if (!result) return { errors: checked, output: null };
    if (result.success && Object.keys(checked).length === 0) return { errors: {}, output: result.data };
    const errors: FieldErrors = {};
    for (const issue of result.error?.issues ?? []) {
      const field = String(issue.path.at(-1) ?? '');
      errors[field] ??= t(`validation.${keyOf(issue)}`);
    }
    return { errors: { ...errors, ...checked }, output: null };
  };

  const fail = (errors: FieldErrors, message: string | null) => {
    form.setErrors(errors);
    setProblem(message);
    setFailures((count) => count + 1);
  };

  const refuse = (refusal: Refusal) => {
    const explained = options.explain?.(refusal);
    if (explained?.field) return fail({ [explained.field]: explained.message }, null);
    const errors: FieldErrors = {};
    for (const [path, messages] of Object.entries(refusal.fieldErrors)) {
      const field = path.split('.').at(-1) ?? path;
      if (field in form.values && messages[0]) errors[field] = messages[0];
    }
    const atFields = Object.keys(errors).length > 0;
    fail(errors, atFields ? null : (explained?.message ?? refusal.message ?? t('common.savingError')));
  };

  const submit = async (event?: React.FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      schema.current ??= await options.schema();
      const { errors, output } = judge(form.values);
      if (output === null) return fail(errors, null);
      form.clearErrors();
      await options.send(output);
    } catch (error) {
      refuse(refusalOf(error));
    } finally {
      setBusy(false);
    }
  };

  const change = (answers: Partial<V>) => {
    const values = { ...form.values, ...answers };
    form.setValues(values);
    if (failures > 0 && schema.current) form.setErrors(judge(values).errors);
  };

  return {
    values: form.values,
    errors: form.errors as FieldErrors,
    problem,
    busy,
    failures,
    change,
    submit,
    refuse,
    setValues: form.setValues,
  };
}

/** The part of `validation` that says what is wrong; schemas name it themselves, except for lengths and missing values. */
function keyOf(issue: z.core.$ZodIssue): ValidationKey {
  const named = /^validation\.(\w+)$/.exec(issue.message)?.[1];
  if (named && VALIDATION_KEYS.includes(named)) return named as ValidationKey;
  if (issue.code === 'too_big') return 'tooLong';
  if (issue.code === 'invalid_type' || issue.code === 'too_small') return 'required';
  return 'invalid';
}

/** Puts "Error:" before the page's title once a form has been refused, as people who listen to pages expect. */
export function useErrorTitle(failures: number): void {
  const t = useI18n();
  const plain = useRef<string>(null);
  useEffect(() => {
    if (failures === 0) return;
    plain.current ??= document.title;
    document.title = t('auth.errorPrefix', { title: plain.current });
  }, [failures, t]);
}
