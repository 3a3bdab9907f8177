import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { refusalOf } from '@/trpc/desk';
import { useRead } from '@/trpc/use-read';

const SETTLE_MS = 200;

/**
 * Reads what a change would do, each time its input settles.
 * @param kind the name of the change
 * @param inputOf returns what is asked, from the latest answer; null asks nothing
 * @returns `data`: the latest answer; `isCurrent`: whether it is about the present input
 */
export function useDeskPreview<Input, Data>(
  kind: string,
  inputOf: (latest: Data | null) => Input | null,
  ask: (input: Input) => Promise<Data>,
) {
  const failureText = useFailureText('read');
  const [data, setData] = useState<Data | null>(null);
  const input = inputOf(data);
  const serialized = input && JSON.stringify(input);
  const [settled] = useDebouncedValue(serialized, SETTLE_MS);
  const read = useRead(settled !== null, () => ({
    queryKey: ['desk', kind, settled],
    queryFn: async () => {
      const answer = await ask(JSON.parse(settled ?? '{}') as Input);
      setData(() => answer);
      return true;
    },
    staleTime: 0,
    gcTime: 0,
  }));
  const isSettled = serialized !== null && serialized === settled;
  const refusal = isSettled && read.error ? refusalOf(read.error) : null;
  return {
    data,
    isCurrent: isSettled && !read.isFetching && !read.error,
    problem: refusal && { code: refusal.code, text: failureText(refusal) },
    retry: () => void read.refetch(),
  };
}
