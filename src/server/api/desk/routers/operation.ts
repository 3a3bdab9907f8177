import { codeInput, createCodeInput, incidentInput, switchInput } from '@/schemas/desk';
import { readOperation } from '../../../desk/reads/operation';
import { createCode, endCode } from '../../../desk/acts/codes';
import { pauseBilling, switchIncident, switchMaintenance } from '../../../desk/acts/switches';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** Switches of the shop, and discount codes. */
export const operationRouter = router({
  read: staffProcedure('operation.read').query(({ ctx }) => readOperation(ctx)),
  pauseBilling: staffProcedure('operation.change')
    .input(switchInput)
    .mutation(({ ctx, input }) => pauseBilling(ctx, input.on)),
  maintenance: staffProcedure('operation.change')
    .input(switchInput)
    .mutation(({ ctx, input }) => switchMaintenance(ctx, input.on)),
  incident: staffProcedure('operation.change')
    .input(incidentInput)
    .mutation(({ ctx, input: { on, en, th } }) =>
      switchIncident(ctx, on, en === '' && th === '' ? null : { en, th }),
    ),
  createCode: staffProcedure('operation.change')
    .input(createCodeInput)
    .mutation(({ ctx, input: { code, kind, value, from, until, usesMax } }) =>
      createCode(ctx, {
        code,
        discount: { kind, value },
        from: from ?? null,
        until: until ?? null,
        usesMax: usesMax ?? null,
      }),
    ),
  endCode: staffProcedure('operation.change')
    .input(codeInput)
    .mutation(({ ctx, input }) => endCode(ctx, input.code)),
});
