import type { FunctionNode } from '@back-office/contract/calls/login.ts';

/** A function of the tree with its children; omitted properties are empty. */
export const functionNode = (values: Partial<FunctionNode> & { id: string }, ...below: FunctionNode[]): FunctionNode => ({
  parentId: null,
  rootPath: '',
  functionName: values.id,
  functionIcon: null,
  functionPermission: null,
  isHidden: '否',
  isExternal: '否',
  functionComponent: 'Layout',
  redirectPath: null,
  functionSort: 0,
  sysFunctions: below,
  ...values,
});
