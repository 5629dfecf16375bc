import { type CallShape, recordShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import { setting } from '../setting.ts';

const version = z.int('修改时必须带上版本号');
const value = z
  .string('请填写新的值')
  .max(4300, '值太长')
  .nullable()
  .describe('与环境变量的写法相同；模板的第一行是主题，空一行之后是正文；为 null 则恢复默认')
  .meta({ examples: ['12', 'on'] });

const known = z.object({
  name: z.string().describe('环境变量'),
  title: z.string(),
  group: z.string(),
  about: z.string(),
  byDefault: z.string().describe('默认值，与环境变量的写法相同'),
  input: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('number'), min: z.number(), max: z.number(), unit: z.string(), fraction: z.literal(true).optional() }),
    z.object({ kind: z.literal('choice'), options: z.array(z.tuple([z.string(), z.string()])) }),
    z.object({ kind: z.literal('text'), max: z.number(), pattern: z.string().optional() }),
  ]),
});

/** Request and response schemas of the call on settings. */
export const settingShapes = {
  test: {
    body: z.object({ value: z.string('请填写要测试的值').max(4300, '值太长').optional().describe('没有保存的值；没有则测试现在的值') }),
    data: z.object({ message: z.string().describe('测试的结果') }),
  },
  own: { data: z.array(known) },
  change: { body: z.object({ version, value }), data: recordShape(setting) },
} satisfies Record<string, CallShape>;
