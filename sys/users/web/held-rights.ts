import type { FunctionRight, RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { inOrder } from '@back-office/web/platform/session/permission-words.ts';

/** Permissions on one function that come the same way. */
export interface HeldRight {
  id: string;
  /** The function's name behind those of the functions above it. */
  path: string;
  permissions: string[];
  through: string;
}

/** The function's name behind those of the functions above it. */
export function pathOf(functions: readonly FunctionRight[], { functionName, parentId }: FunctionRight): string {
  const parent = functions.find(({ id }) => id === parentId);
  return parent === undefined ? functionName : `${pathOf(functions, parent)} / ${functionName}`;
}

/** What a person may do, function by function in the tree's order; permissions that come through the same roles together. */
export const heldRights = ({ functions }: Pick<RightsAnswer, 'functions'>): HeldRight[] =>
  functions.flatMap((one) => {
    const held = one.permissions.filter((permission) => permission.held);
    const groups = Map.groupBy(held, ({ through }) => through.join('、'));
    return [...groups].map(([through, permissions]) => ({
      id: `${one.id} ${through}`,
      path: pathOf(functions, one),
      permissions: inOrder(permissions.map(({ permission }) => permission)),
      through,
    }));
  });
