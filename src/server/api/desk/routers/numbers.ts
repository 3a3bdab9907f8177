import { numberRowsInput, numbersInput } from '@/schemas/desk';
import { readAnswerTimes } from '../../../desk/reads/answer-times';
import { readNumberRows } from '../../../desk/reads/number-rows';
import { readNumbers } from '../../../desk/reads/numbers';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** The figures of the business, and the rows that each is made of. */
export const numbersRouter = router({
  read: staffProcedure('numbers.read')
    .input(numbersInput)
    .query(({ ctx, input }) => readNumbers(ctx, input.month)),
  answers: staffProcedure('numbers.read')
    .input(numbersInput)
    .query(({ ctx, input }) => readAnswerTimes(ctx, input.month)),
  rows: staffProcedure('numbers.read')
    .input(numberRowsInput)
    .query(({ ctx, input }) => readNumberRows(ctx, input)),
});
