import type { QueryKey, QueryObserver, QueryObserverOptions } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { announceLostAnswer, useReadAgain } from '@/components/connection/connection';
import { loadClient, type LoadedClient } from './react';

type Queries = LoadedClient['queries'];

interface Read<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  /** Whether `data` was read since this component was mounted. */
  isFresh: boolean;
  /** Reads the data again, even while `isNeeded` is false. Never rejects. */
  refetch: () => Promise<void>;
}

/**
 * Reads data from the server in a client component, with the cache, intervals and retries of TanStack Query.
 * The packages of TanStack Query are loaded at the first read, not with the page.
 * @param isNeeded whether to read now; the options must not set `enabled`
 * @param optionsOf returns the options of TanStack Query, mostly from `queries.….queryOptions()`
 */
export function useRead<Data, Failure = Error, Key extends QueryKey = QueryKey>(
  isNeeded: boolean,
  optionsOf: (queries: Queries) => QueryObserverOptions<Data, Failure, Data, Data, Key>,
): Read<Data> {
  const [loaded, setLoaded] = useState<{
    client: LoadedClient;
    observer: QueryObserver<Data, Failure, Data, Data, Key>;
  } | null>(null);
  const optionsFor = ({ queryClient, queries }: LoadedClient) =>
    queryClient.defaultQueryOptions({ ...optionsOf(queries), enabled: isNeeded });

  const load = async () => {
    const client = await loadClient();
    const observer = new client.QueryObserver(client.queryClient, optionsFor(client));
    setLoaded((present) => present ?? { client, observer });
    return client;
  };
  const loadNow = useEffectEvent(() => void load().catch(announceLostAnswer));
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it loads a file first
    if (isNeeded) loadNow();
  }, [isNeeded]);
  useReadAgain(() => {
    if (isNeeded) void load().catch(() => undefined);
  });

  const options = loaded && optionsFor(loaded.client);
  useEffect(() => {
    if (options) loaded?.observer.setOptions(options);
  });
  const observer = loaded?.observer;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const unsubscribe = observer?.subscribe(onChange);
      // Updates the result, because a response may have arrived before this subscription.
      observer?.updateResult();
      return unsubscribe ?? (() => undefined);
    },
    [observer],
  );
  useSyncExternalStore(
    subscribe,
    () => observer?.getCurrentResult(),
    () => undefined,
  );
  const result = options && observer?.getOptimisticResult(options);

  const refetch = async () => {
    // The observer must exist first. Otherwise `isFresh` would stay false after this response.
    const client = await load();
    const wanted = optionsFor(client);
    await client.queryClient.cancelQueries({ queryKey: wanted.queryKey, exact: true });
    await client.queryClient.fetchQuery({ ...wanted, staleTime: 0 });
  };

  return {
    data: result?.data,
    error: result?.error ?? null,
    isFetching: result?.isFetching ?? isNeeded,
    isFresh: result?.isFetchedAfterMount ?? false,
    refetch: () => refetch().catch(() => undefined),
  };
}
