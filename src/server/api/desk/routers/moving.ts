import {
  addRowsInput,
  exportInput,
  importIdInput,
  importRowsInput,
  openImportInput,
  workInput,
} from '@/schemas/moving-in';
import { addRows, openImport } from '../../../subscriber/moving-in/open-import';
import { exportPart } from '../../../subscriber/moving-in/export-shop';
import { listImports, readImport, readImportRows } from '../../../subscriber/moving-in/read-import';
import { beginWork } from '../../../subscriber/moving-in/run-import';
import { router } from '../../trpc';
import { staffProcedure, statementProcedure } from '../procedures';

const owner = staffProcedure('shop.move');

/** Subscribers who move in from another system. */
export const movingRouter = router({
  list: owner.query(({ ctx }) => listImports(ctx)),
  read: owner.input(importIdInput).query(({ ctx, input }) => readImport(ctx, input.importId)),
  rows: owner.input(importRowsInput).query(({ ctx, input }) => readImportRows(ctx, input)),
  open: owner.input(openImportInput).mutation(({ ctx, input }) => openImport(ctx, input)),
  // Phone numbers and ids of other systems look like card numbers. The rows are checked cell by cell.
  add: statementProcedure('shop.move')
    .input(addRowsInput)
    .mutation(({ ctx, input }) => addRows(ctx, input)),
  // A mutation, so that it needs a fresh proof of identity.
  export: owner.input(exportInput).mutation(({ ctx, input }) => exportPart(ctx, input)),
  begin: owner.input(workInput).mutation(({ ctx, input }) => beginWork(ctx, input)),
});
