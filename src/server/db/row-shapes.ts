import { getTableColumns, type GetColumnData } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';

/** The type of a column's value in rows of `queryRows()` and in JSON. A `Date` is a string there. */
type Raw<Value> = Date extends Value ? string | Exclude<Value, Date> : Value;
type Shape<Value> = z.ZodType<Raw<Value>, Raw<Value>>;
type Columns<Table extends PgTable> = Table['_']['columns'];

const SHAPES: Record<string, z.ZodType> = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  date: z.string(),
  json: z.json(),
};

/** Returns the Zod shape of a column in the rows of `queryRows()`, from the Drizzle schema. */
export function columnShape<Column extends PgColumn>(column: Column): Shape<GetColumnData<Column>> {
  const shape = SHAPES[column.dataType];
  if (!shape) throw new Error(`no shape for a column of ${column.dataType}`);
  return (column.notNull ? shape : shape.nullable()) as Shape<GetColumnData<Column>>;
}

/** Returns the Zod shape of the rows of `selectList()`, or of the objects of `jsonObject()`. */
export function rowShape<
  Table extends PgTable,
  const Keys extends readonly (keyof Columns<Table> & string)[],
>(table: Table, keys: Keys) {
  const columns = getTableColumns(table);
  const shapes = keys.map((key) => [key, columnShape(columns[key] as PgColumn)]);
  return z.object(
    Object.fromEntries(shapes) as { [Key in Keys[number]]: Shape<GetColumnData<Columns<Table>[Key]>> },
  );
}
