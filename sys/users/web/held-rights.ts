import type { FunctionRight, RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { inOrder } from '@back-office/web/platform/session/permission-words.ts';

/** Permissions on one function that come from the same roles. */
export interface HeldRight {
  id: string;
  /** The function's name after those of its ancestors. */
  path: string;
  permissions: string[];
  through: string;
}

/** The function's name after those of its ancestors. */
export function pathOf(functions: readonly FunctionRight[], { functionName, parentId }: FunctionRight): string {
  const parent = functions.find(({ id }) => id === parentId);
  return parent === undefined ? functionName : `${pathOf(functions, parent)} / ${functionName}`;
}

/** A person's permissions, function by function in the tree's order; permissions from the same roles are grouped. */
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
