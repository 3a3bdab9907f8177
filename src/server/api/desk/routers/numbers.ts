import { dayNumbersInput, numberRowsInput, numbersInput } from '@/schemas/desk';
import { readAnswerTimes } from '../../../desk/reads/answer-times';
import { countDays } from '../../../desk/reads/day-numbers';
import { readNumberRows } from '../../../desk/reads/number-rows';
import { readNumbers } from '../../../desk/reads/numbers';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** The figures of the business, and the rows that each is made of. */
export const numbersRouter = router({
  read: staffProcedure('numbers.read')
    .input(numbersInput)
    .query(({ ctx, input }) => readNumbers(ctx, ctx.member.role, input.month)),
  answers: staffProcedure('numbers.read')
    .input(numbersInput)
    .query(({ ctx, input }) => readAnswerTimes(ctx, input.month)),
  days: staffProcedure('numbers.read')
    .input(dayNumbersInput)
    .query(({ ctx, input }) => countDays(ctx, ctx.member.role, input.day)),
  rows: staffProcedure('numbers.read')
    .input(numberRowsInput)
    .query(({ ctx, input }) => readNumberRows(ctx, ctx.member.role, input)),
});
