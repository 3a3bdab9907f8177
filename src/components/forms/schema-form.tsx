'use client';

import type { FormEvent, ReactNode, Ref } from 'react';
import { ErrorSummary, type ErrorSummaryProps } from './error-summary';
import classes from './form.module.css';

interface SchemaFormProps extends ErrorSummaryProps {
  form: ErrorSummaryProps['form'] & { submit: (event: FormEvent) => Promise<void> };
  id?: string;
  ref?: Ref<HTMLFormElement>;
  className?: string | undefined;
  /** Whether the fields stand closer together. */
  dense?: boolean;
  /** What stands before the errors. */
  lead?: ReactNode;
  children: ReactNode;
}

/** Shows the form of `useSchemaForm`, with the list of its errors before the fields. */
export function SchemaForm({
  form,
  problem,
  id,
  ref,
  className = classes.form,
  dense = false,
  lead,
  children,
}: SchemaFormProps) {
  return (
    <form
      id={id}
      ref={ref}
      method="post"
      noValidate
      className={`${dense ? 'stack-4' : 'stack-5 mt-5'} ${className ?? ''}`}
      onSubmit={(event) => void form.submit(event)}
    >
      {lead}
      <ErrorSummary form={form} problem={problem} />
      {children}
    </form>
  );
}
