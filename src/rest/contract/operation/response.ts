import { z } from 'zod';

/** Answer to an operation that the API has carried out. */
export const operationDoneSchema = z.object({
  msg: z.string().describe('Always 操作成功, which is: done.'),
});

/** The answer to every operation that was carried out. */
export const OPERATION_DONE: z.output<typeof operationDoneSchema> = { msg: '操作成功' };
