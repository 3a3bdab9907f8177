import type { Log, LogLine } from './log';

/** A table of records by id. Every change is appended to the log. A change replaces the whole record. */
export interface Table<T extends { id: string }> {
  get(id: string): T | undefined;
  /**
   * Returns the record before its last change. Null: the last change created the record. Undefined: the id is
   * unknown.
   */
  before(id: string): T | null | undefined;
  put(record: T): void;
  remove(id: string): void;
  values(): IterableIterator<T>;
  size(): number;
}

/**
 * Updates derived data, such as indexes. Called after every change of a record and for every change that
 * `load` replays.
 * @param record null if the record was removed
 * @param before null if the record was created
 */
export type Watch<T> = (record: T | null, before: T | null) => void;

export interface Store {
  table<T extends { id: string }>(name: string, watch?: Watch<T>): Table<T>;
  /** Creates an append-only list. Returns the function that appends a value. */
  stream<T>(name: string, apply: (value: T) => void): (value: T) => void;
  /** Stores one value under a name. `reset` does not delete the value. */
  keep(name: string, value: unknown): void;
  kept(name: string): unknown;
  /** Reads the log and fills the tables. Must be called once, after all tables are created. */
  load(): void;
  reset(): void;
  close(): void;
}

interface StoredTable {
  apply(line: LogLine): void;
  clear(): void;
}

function createTable<T extends { id: string }>(
  name: string,
  log: Log,
  watch: Watch<T>,
): Table<T> & StoredTable {
  const records = new Map<string, T>();
  const befores = new Map<string, T | null>();
  const set = (record: T) => {
    const before = records.get(record.id) ?? null;
    records.set(record.id, record);
    befores.set(record.id, before);
    watch(record, before);
  };
  const drop = (id: string) => {
    const before = records.get(id);
    if (before === undefined) return;
    records.delete(id);
    befores.set(id, before);
    watch(null, before);
  };
  return {
    get: (id) => records.get(id),
    before: (id) => befores.get(id),
    put: (record) => {
      log.append({ t: name, v: record });
      set(record);
    },
    remove: (id) => {
      log.append({ t: name, d: id });
      drop(id);
    },
    values: () => records.values(),
    size: () => records.size,
    apply: (line) => (line.d === undefined ? set(line.v as T) : drop(line.d)),
    clear: () => {
      for (const id of [...records.keys()]) drop(id);
      befores.clear();
    },
  };
}

/** Creates the store of the sandbox. It holds all records in memory and appends all changes to `log`. */
export function createStore(log: Log): Store {
  const tables = new Map<string, StoredTable>();
  const values = new Map<string, unknown>();
  return {
    table: (name, watch = () => {}) => {
      const table = createTable(name, log, watch);
      tables.set(name, table);
      return table;
    },
    stream: <T>(name: string, apply: (value: T) => void) => {
      tables.set(name, { apply: (line) => apply(line.v as T), clear: () => {} });
      return (value: T) => {
        log.append({ t: name, v: value });
        apply(value);
      };
    },
    keep: (name, value) => {
      values.set(name, value);
      log.append({ t: `=${name}`, v: value });
    },
    kept: (name) => values.get(name),
    load: () =>
      log.replay((line) => {
        if (line.t.startsWith('=')) values.set(line.t.slice(1), line.v);
        else tables.get(line.t)?.apply(line);
      }),
    reset: () => {
      for (const table of tables.values()) table.clear();
      log.reset();
      for (const [name, value] of values) log.append({ t: `=${name}`, v: value });
    },
    close: () => log.close(),
  };
}
