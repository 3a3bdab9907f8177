'use client';

import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { useI18n } from '@/locales/client';
import { keepTogether } from '@/locales/keep-together';
import { refusalOf, type Refusal } from '@/trpc/react';
import type { Input } from '../session/kept-input';
import { leaveForLogin } from '../session/leave-for-login';
import { useKeptInput } from '../session/use-kept-input';
import { isFirstPage, markFirstPageShown } from './first-page';
import { useFailureText } from './use-failure-text';
import { useOneAtATime, type Leaving } from './use-one-at-a-time';

type Values = Record<string, string | boolean>;
type FieldErrors = Record<string, string>;
type Translate = ReturnType<typeof useI18n>;

const KEYS = [
  'password',
  'passwordsMatch',
  'email',
  'phone',
  'postalCode',
  'expiry',
  'expiryPast',
  'accountNumber',
  'loginCode',
  'taxId',
  'branch',
  'required',
  'consent',
  'chargingConsent',
  'invalid',
  'invalidInput',
  'tooLong',
] as const;
export type ValidationKey = (typeof KEYS)[number];

/** The keys of fields without a value. */
const MISSING = new Set<ValidationKey>(['required', 'consent', 'chargingConsent']);

interface Found {
  errors: FieldErrors;
  /** Whether every error is a missing value. */
  isMissing: boolean;
}
const NOTHING: Found = { errors: {}, isMissing: false };

interface SchemaFormOptions<V extends Values, Output> {
  /** The start of the ids of the fields: `<prefix>-<name>`. */
  prefix: string;
  /** The initial values. Their order is the order of the fields on the page and in the error summary. */
  initialValues: V;
  /** The visible names of the fields: their labels, and in messages that name their field. */
  labels: Partial<Record<keyof V & string, string>>;
  /**
   * Loads the schema. Called on the first submit, because schemas are larger than the page with the fields.
   */
  schema: () => Promise<z.ZodType<Output>>;
  /** Normalises the values into the input of the schema. */
  toInput: (values: V) => unknown;
  /** Returns the errors that the schema cannot detect, by field name. */
  check?: (values: V) => Partial<Record<keyof V & string, ValidationKey>>;
  /**
   * Sends the form. Field errors are shown at the fields. All other errors are shown at the form. Returns
   * false if the caller shows the error itself. Returns 'leaving' if another page is loading. The form then
   * stays busy until that page is shown.
   */
  send: (output: Output) => Promise<void | boolean | Leaving>;
  /**
   * Returns a better message for an error, and optionally the field that shows it. Returns undefined to keep
   * the error's own message.
   */
  explain?: (refusal: Refusal) => { field?: keyof V & string; message: string } | undefined;
  /**
   * The name under which typed values are stored when the session ends. Only for forms that need a session.
   */
  keptAs?: string;
}

/**
 * Manages a form with a zod schema. Validates the values on submit, and after that on every change. Ignores a
 * second submit while the first submit runs. Keeps typed values after an error. The keys of the errors are
 * field names, the values are messages in the page's language.
 */
export function useSchemaForm<V extends Values, Output>(options: SchemaFormOptions<V, Output>) {
  const t = useI18n();
  const failureText = useFailureText('form');
  const [values, setValues] = useState<V>(options.initialValues);
  const [{ errors, isMissing }, setFound] = useState(NOTHING);
  const { busy, begin, end } = useOneAtATime();
  const [refused, setRefused] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);
  const [isSent, setSent] = useState(false);
  const schema = useRef<z.ZodType<Output>>(null);
  const [seenFirst] = useState(() => (isFirstPage() ? typedBefore(values) : {}));

  useEffect(() => {
    const typed = { ...seenFirst, ...typedBefore(values) };
    markFirstPageShown();
    // oxlint-disable-next-line react/set-state-in-effect -- the fields' content is known only in the browser
    if (Object.keys(typed).length > 0) setValues({ ...values, ...typed });
    // oxlint-disable-next-line exhaustive-deps -- once, before the first change
  }, []);

  const changed = Object.entries(values).filter(([name, value]) => value !== options.initialValues[name]);
  const unsaved = isSent || changed.length === 0 ? null : Object.fromEntries(changed);
  const cameBack = useKeptInput(options.keptAs, unsaved, (kept) =>
    setValues((current) => ({ ...current, ...fitting(kept, current) })),
  );

  const fail = (found: Found, message: string | null) => {
    setFound(found);
    setRefused(message);
    setFailures((count) => count + 1);
  };

  const refuse = (refusal: Refusal) => {
    if (options.keptAs && refusal.code === 'NOT_LOGGED_IN') return leaveForLogin();
    const explained = options.explain?.(refusal);
    const atField = explained?.field && { [explained.field]: keepTogether(explained.message) };
    const byField = atField ?? fieldErrorsOf(refusal, values);
    const atFields = Object.keys(byField).length > 0;
    const message = atFields ? null : (explained?.message ?? failureText(refusal));
    fail({ ...NOTHING, errors: byField }, message);
  };

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!begin()) return;
    setRefused(null);
    let isLeaving = false;
    try {
      schema.current ??= await options.schema();
      const verdict = validate(schema.current, options, values, t);
      if (verdict.output === null) return fail(verdict, null);
      setFound(NOTHING);
      const sent = await options.send(verdict.output);
      isLeaving = sent === 'leaving';
      if (sent !== false) setSent(true);
    } catch (error) {
      refuse(refusalOf(error));
    } finally {
      if (!isLeaving) end();
    }
  };

  const change = (answers: Partial<V>) => {
    const next = { ...values, ...answers };
    setValues(next);
    setSent(false);
    if (failures > 0 && schema.current) setFound(validate(schema.current, options, next, t));
  };

  const wasKept = cameBack && unsaved !== null;
  const isChanged = changed.length > 0;
  const problem = Object.keys(errors).length === 0 ? refused : isMissing ? t('validation.allRequired') : null;
  const fields = { prefix: options.prefix, labels: options.labels, values, errors, change };
  const state = { problem, busy, failures, wasKept, isChanged };
  return { ...fields, ...state, submit, setValues };
}

/** Returns the stored values that match a field of this form by name and type. */
function fitting<V extends Values>(kept: Input, values: V): Partial<V> {
  const fits = Object.entries(kept).filter(([name, value]) => typeof value === typeof values[name]);
  return Object.fromEntries(fits) as Partial<V>;
}

/** Returns values that were typed or autofilled before hydration. Only the DOM contains these values. */
function typedBefore<V extends Values>(values: V): Partial<V> {
  const typed: [string, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = document.getElementsByName(name)[0];
    if (field instanceof HTMLInputElement && field.type !== 'checkbox' && field.value !== value)
      typed.push([name, field.value]);
  }
  return Object.fromEntries(typed) as Partial<V>;
}

function validate<V extends Values, Output>(
  schema: z.ZodType<Output>,
  { toInput, check, labels }: SchemaFormOptions<V, Output>,
  values: V,
  t: Translate,
): Found & { output: Output | null } {
  const result = schema.safeParse(toInput(values));
  const found: Record<string, ValidationKey | undefined> = { ...check?.(values) };
  const limits: Record<string, number> = {};
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path.at(-1) ?? '');
    found[field] ??= keyOf(issue);
    if (issue.code === 'too_big') limits[field] = Number(issue.maximum);
  }
  const wrong = Object.entries(found).filter(([, key]) => key !== undefined);
  if (result.success && wrong.length === 0) return { ...NOTHING, output: result.data };

  const order = Object.keys(values);
  wrong.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const errors: FieldErrors = {};
  let isMissing = true;
  for (const [field, key = 'invalid'] of wrong) {
    const shown = values[field] === '' ? 'required' : key;
    isMissing &&= MISSING.has(shown);
    const named = labels[field] && namedMessage(t, shown, labels[field], limits[field]);
    errors[field] = named || t(`validation.${key}`);
  }
  return { errors, isMissing, output: null };
}

/** Returns the message that names the field and its limit. Returns null if the plain message is clear. */
function namedMessage(t: Translate, key: ValidationKey, field: string, max?: number): string | null {
  if (key === 'required') return t('validation.missing', { field });
  if (key === 'tooLong' && max !== undefined) return t('validation.atMost', { field, max });
  return key === 'invalid' || key === 'invalidInput' ? t('validation.notValid', { field }) : null;
}

/**
 * Returns the key of the message in `validation` for an issue of the schema. Schemas name this key
 * themselves, except for lengths and missing values.
 */
function keyOf(issue: z.core.$ZodIssue): ValidationKey {
  const named = /^validation\.(\w+)$/.exec(issue.message)?.[1];
  if (named === 'invalidEmail') return 'email';
  const key = KEYS.find((candidate) => candidate === named);
  if (key) return key;
  if (issue.code === 'too_big') return 'tooLong';
  return issue.code === 'invalid_type' || issue.code === 'too_small' ? 'required' : 'invalid';
}

function fieldErrorsOf(refusal: Refusal, values: Values): FieldErrors {
  const errors: FieldErrors = {};
  for (const [path, messages] of Object.entries(refusal.fieldErrors)) {
    const field = path.split('.').at(-1) ?? path;
    if (field in values && messages[0]) errors[field] = keepTogether(messages[0]);
  }
  return errors;
}
