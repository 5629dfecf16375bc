import { Input } from 'antd';
import { conditionOf, valueOf } from './conditions.ts';
import type { FilterProps } from './field-kit.ts';

/** Filters by a part of the text. */
export const LikeFilter = ({ field, conditions, onChange }: Pick<FilterProps, 'field' | 'conditions' | 'onChange'>) => (
  <Input
    allowClear
    aria-label={field.label}
    placeholder="包含的文字"
    value={valueOf(conditions, 'like') ?? ''}
    onChange={(event) => onChange(conditionOf('like', event.target.value))}
  />
);
