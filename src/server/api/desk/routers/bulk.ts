import { addPeopleInput, bulkIdInput, bulkRowsInput, bulkWorkInput, openBulkInput } from '@/schemas/bulk';
import { addPeople, openBulk } from '../../../desk/acts/open-bulk';
import { listBulk, readBulk, readBulkRows } from '../../../desk/reads/bulk';
import { beginBulk, stopBulk } from '../../../subscriber/bulk/run-bulk';
import { router } from '../../trpc';
import { staffProcedure, statementProcedure } from '../procedures';

const owner = staffProcedure('subscribers.changeGroup');

/** One change for many subscribers. Each is changed as by the subscriber's own command, with the member as actor. */
export const bulkRouter = router({
  list: owner.query(({ ctx }) => listBulk(ctx)),
  read: owner.input(bulkIdInput).query(({ ctx, input }) => readBulk(ctx, input.bulkId)),
  rows: owner.input(bulkRowsInput).query(({ ctx, input }) => readBulkRows(ctx, input)),
  open: owner.input(openBulkInput).mutation(({ ctx, input }) => openBulk(ctx, input)),
  add: statementProcedure('subscribers.changeGroup')
    .input(addPeopleInput)
    .mutation(({ ctx, input }) => addPeople(ctx, input)),
  begin: owner.input(bulkWorkInput).mutation(({ ctx, input }) => beginBulk(ctx, input)),
  stop: owner.input(bulkIdInput).mutation(({ ctx, input }) => stopBulk(ctx, input.bulkId)),
});
