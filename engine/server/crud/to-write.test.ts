import { org } from '@back-office/sys/orgs/org.ts';
import { expect, it } from 'vitest';
import type { Context } from './context.ts';
import { writeAll } from './save.ts';

it('a record is written only with names of its fields and values of their kinds', () => {
  const calls = (context: Context) => [
    () => writeAll(context, org, [{ id: 'new', values: { orgName: '总部' } }]),
    // @ts-expect-error A misspelt field does not compile.
    () => writeAll(context, org, [{ id: 'new', values: { orgNme: '总部' } }]),
    // @ts-expect-error A text is no value of a number.
    () => writeAll(context, org, [{ id: 'new', values: { orgSort: '1' } }]),
  ];
  expect(calls).toBeTypeOf('function');
});
