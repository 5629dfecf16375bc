import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { Button, Tag } from 'antd';
import { FieldValue } from '../fields/field-value.tsx';
import type { Filtering, Term } from './list-state.ts';

const words: Record<Term['op'], string> = { like: '包含 ', eq: '', ge: '不小于 ', le: '不大于 ', under: '' };

/** The active filters, one tag per field; a tag's cross removes the filter. */
export function FilterTags({ resource, terms, onChange }: Filtering) {
  const fields = [...new Set(terms.map(({ field }) => field))];
  if (fields.length === 0) return null;
  return (
    <div className="crud-tags" role="group" aria-label="当前筛选">
      {fields.map((name) => (
        <Tag
          key={name}
          variant="outlined"
          closable={{ 'aria-label': `移除筛选${fieldOf(resource, name).label}` }}
          onClose={(event) => {
            event.preventDefault();
            onChange(terms.filter(({ field }) => field !== name));
          }}
        >
          {fieldOf(resource, name).label}：
          {terms
            .filter(({ field }) => field === name)
            .map(({ op, value }, at) => (
              <span key={`${op} ${value}`}>
                {at === 0 ? '' : '、'}
                {words[op]}
                <FieldValue resource={resource} name={name} row={{ [name]: value }} plain />
                {op === 'under' ? ' 及下级' : ''}
              </span>
            ))}
        </Tag>
      ))}
      {fields.length > 1 && (
        <Button type="link" size="small" onClick={() => onChange([])}>
          全部清除
        </Button>
      )}
    </div>
  );
}
