import { parentFieldOf } from '@back-office/contract/resource/resource.ts';
import { FlatSelect } from './flat-select.tsx';
import { NestedSelect } from './nested-select.tsx';
import type { SelectProps } from './select-props.tsx';

/** Chooses records of another resource by name; of a tree, from the tree. */
export const RecordSelect = (props: SelectProps) =>
  parentFieldOf(props.target) === undefined ? <FlatSelect {...props} /> : <NestedSelect {...props} />;
