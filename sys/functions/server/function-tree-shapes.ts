import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { type CallShape, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { functionFields, functionShape } from '@back-office/server/identity/sign-in/login-shape.ts';
import { z } from 'zod';

/** A function as administrators see it. */
interface FunctionBranch extends Omit<FunctionNode, 'sysFunctions'> {
  functionStatus: string;
  sysFunctions: FunctionBranch[];
}

const branch: z.ZodType<FunctionBranch> = exactShape<FunctionBranch>({
  ...functionFields,
  functionStatus: z.string(),
  sysFunctions: z.lazy(() => z.array(branch)),
}).meta({ id: 'FunctionBranch' });

/** Response schemas of the functions' calls outside the generic pattern. */
export const functionTreeShapes = {
  selectFunctions: { data: z.array(branch) },
  selectUserFunctions: { data: z.array(functionShape) },
} satisfies Record<string, CallShape>;
