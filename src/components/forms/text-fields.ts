interface TextForm<V> {
  prefix: string;
  labels: Partial<Record<keyof V & string, string>>;
  values: V;
  errors: Readonly<Record<string, string>>;
  change: (answers: Partial<V>) => void;
}

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

export interface TextFieldProps {
  id: string;
  name: string;
  label?: string;
  value: string;
  error: string | undefined;
  'aria-invalid': true | undefined;
  onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

/** Returns a function that returns the props of a text input or select by field name. */
export function textFields<V extends Record<string, string | boolean>>(form: TextForm<V>) {
  return (name: TextName<V>): TextFieldProps => ({
    id: `${form.prefix}-${name}`,
    name,
    ...(form.labels[name] !== undefined && { label: form.labels[name] }),
    value: form.values[name] as string,
    error: form.errors[name],
    'aria-invalid': form.errors[name] ? true : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.change({ [name]: event.currentTarget.value } as Partial<V>),
  });
}
