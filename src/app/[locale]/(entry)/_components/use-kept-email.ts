import { useEffect, useRef } from 'react';
import { keepLogIn, logInMemory } from './log-in-memory';

interface EmailForm<V extends { email: string }> {
  values: V;
  setValues: React.Dispatch<React.SetStateAction<V>>;
}

/** Shares the typed e-mail between the forms of all login methods. */
export function useKeptEmail<V extends { email: string }>({ values, setValues }: EmailForm<V>): void {
  const { email } = values;
  const known = useRef(email);

  useEffect(() => {
    const kept = logInMemory().email;
    if (kept) setValues((typed) => (typed.email ? typed : { ...typed, email: kept }));
  }, [setValues]);

  useEffect(() => {
    if (known.current !== email) keepLogIn({ email });
    known.current = email;
  }, [email]);
}
