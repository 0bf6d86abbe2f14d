import { z } from 'zod';
import { checked, setOf } from './grammar.ts';
import { METHODS } from './method.ts';

const headerPatternSchema = z
  .string()
  .max(256)
  .regex(/^(\*|[-A-Za-z0-9][-A-Za-z0-9_.]*)$/, 'must be * or a header name');

/** List in which `*` stands for any entry, alone. */
function anyOrSome<T extends z.ZodType<string>>(item: T, max: number) {
  return checked(setOf(item, max), [
    {
      rule: "!('*' in self && self.size() > 1)",
      message: 'must have * alone',
      holds: (entries) => entries.length === 1 || !entries.some((entry) => entry === '*'),
    },
  ]);
}

/** Pages of other origins that may send requests (CORS). */
export const corsSchema = checked(
  z.object({
    allowOrigins: anyOrSome(
      z
        .string()
        .max(253)
        .regex(
          /^(\*|https?:\/\/(\*\.)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?(:[0-9]{1,5})?)$/,
          'must be *, or an origin such as https://shop.example.com or https://*.example.com',
        ),
      32,
    ).describe('Origins whose pages may read answers; * is any.'),
    allowCredentials: z.boolean().describe('Whether requests may carry cookies.').optional(),
    allowMethods: anyOrSome(z.enum(['*', ...METHODS]), 9)
      .describe('Methods that pages may use; * is any.')
      .optional(),
    allowHeaders: anyOrSome(headerPatternSchema, 32)
      .describe('Request headers that pages may set; * is any.')
      .optional(),
    exposeHeaders: anyOrSome(headerPatternSchema, 32)
      .describe('Response headers that pages may read.')
      .optional(),
    maxAge: z.int().min(1).max(86_400).describe('Seconds for which a browser keeps this.').optional(),
  }),
  [
    {
      rule: "!has(self.allowCredentials) || !self.allowCredentials || !self.allowOrigins.exists(o, o == '*')",
      message: 'allowOrigins must name the origins, not *, where allowCredentials is true',
      holds: ({ allowCredentials, allowOrigins }) => allowCredentials !== true || !allowOrigins.includes('*'),
    },
  ],
);
