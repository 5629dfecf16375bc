import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { alwaysFilters } from '@back-office/contract/resource/browsing.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { anyOf, chosen } from '../fields/conditions.ts';
import { useDict } from '../fields/use-dict.ts';
import { DropdownButton } from './dropdown-button.tsx';
import type { Term } from './list-state.ts';

interface QuickFiltersProps {
  resource: Resource;
  terms: readonly Term[];
  onChange: (terms: Term[]) => void;
}

/** The filters of a list that are always there: a press for the choices, one for the choice. */
export function QuickFilters({ resource, terms, onChange }: QuickFiltersProps) {
  return (
    <>
      {alwaysFilters(resource).map((name) => (
        <QuickFilter
          key={name}
          resource={resource}
          name={name}
          values={chosen(terms.filter(({ field }) => field === name))}
          onChange={(values) =>
            onChange([...terms.filter(({ field }) => field !== name), ...anyOf(values).map((condition) => ({ ...condition, field: name }))])
          }
        />
      ))}
    </>
  );
}

interface QuickFilterProps {
  resource: Resource;
  name: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

const yesOrNo = ['是', '否'].map((key) => ({ key, label: key }));

function QuickFilter({ resource, name, values, onChange }: QuickFilterProps) {
  const field = fieldOf(resource, name);
  const { options } = useDict(field.kind === 'dict' ? field.dict : '');
  const choices = field.kind === 'boolean' ? yesOrNo : options;
  const words = values.map((value) => choices.find(({ key }) => key === value)?.label ?? value).join('、');
  const press = (key: string): void =>
    onChange(key === '' ? [] : values.includes(key) ? values.filter((value) => value !== key) : [...values, key]);
  const items = [
    ...choices.map(({ key, label }) => ({
      key,
      icon: <CheckOutlined aria-hidden style={values.includes(key) ? {} : { visibility: 'hidden' }} />,
      label: (
        <>
          {label}
          {values.includes(key) && <span className="visually-hidden">（已选）</span>}
        </>
      ),
      onClick: () => press(key),
    })),
    ...(values.length === 0 ? [] : [{ key: '', label: '不限', apart: true, onClick: () => press('') }]),
  ];
  return (
    <DropdownButton
      size="small"
      className={values.length === 0 ? 'list-quick' : 'list-quick list-quick-on'}
      actions={items}
      title={words === '' ? `按${field.label}筛选` : `${field.label}：${words}`}
      {...(words === '' ? {} : { 'aria-label': `${field.label}：${words}` })}
      iconPlacement="end"
      icon={<DownOutlined aria-hidden />}
    >
      {field.label}
    </DropdownButton>
  );
}
