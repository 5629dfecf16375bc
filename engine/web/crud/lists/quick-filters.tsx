import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { alwaysFilters } from '@back-office/contract/resource/browsing.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { spanOf, startOf, timeSpans } from '../../platform/session/time-spans.ts';
import { anyOf, chosen } from '../fields/conditions.ts';
import type { Condition } from '../fields/field-kit.ts';
import { useDict } from '../fields/use-dict.ts';
import { DropdownButton } from './dropdown-button.tsx';
import type { Filtering } from './list-state.ts';

/** The filters that are always shown above a list: one click opens the choices, another picks one. */
export function QuickFilters({ resource, terms: all, onChange }: Filtering) {
  return (
    <>
      {alwaysFilters(resource).map((name) => {
        const terms = all.filter(({ field }) => field === name);
        const choose = (conditions: readonly Condition[]): void =>
          void onChange([...all.filter(({ field }) => field !== name), ...conditions.map((condition) => ({ ...condition, field: name }))]);
        const Filter = fieldOf(resource, name).kind === 'datetime' ? TimeFilter : ChoiceFilter;
        return <Filter key={name} field={fieldOf(resource, name)} terms={terms} choose={choose} />;
      })}
    </>
  );
}

interface QuickFilterProps {
  field: Field;
  terms: readonly Condition[];
  choose: (conditions: readonly Condition[]) => void;
}

const yesOrNo = ['是', '否'].map((key) => ({ key, label: key }));

/** A filter for any of a few choices. */
function ChoiceFilter({ field, terms, choose }: QuickFilterProps) {
  const { options } = useDict(field.kind === 'dict' ? field.dict : '');
  const values = chosen(terms);
  const press = (key: string): void =>
    choose(anyOf(key === '' ? [] : values.includes(key) ? values.filter((value) => value !== key) : [...values, key]));
  return <Choices label={field.label} choices={field.kind === 'boolean' ? yesOrNo : options} values={values} press={press} />;
}

/** A filter for a preset span of time up to now; any other range is shown by the tag below. */
function TimeFilter({ field, terms, choose }: QuickFilterProps) {
  const presets = timeSpans.map((key) => ({ key, label: key }));
  const now = spanOf(terms);
  const press = (key: string): void => {
    const preset = timeSpans.find((one) => one === key && one !== now);
    choose(preset === undefined ? [] : [{ op: 'ge', value: startOf(preset) }]);
  };
  return <Choices label={field.label} choices={presets} values={now === undefined ? [] : [now]} press={press} />;
}

interface ChoicesProps {
  label: string;
  choices: readonly { key: string; label: string }[];
  values: readonly string[];
  /** Toggles a choice; an empty key clears all. */
  press: (key: string) => void;
}

function Choices({ label: title, choices, values, press }: ChoicesProps) {
  const words = values.map((value) => choices.find(({ key }) => key === value)?.label ?? value).join('、');
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
      title={words === '' ? `按${title}筛选` : `${title}：${words}`}
      {...(words === '' ? {} : { 'aria-label': `${title}：${words}` })}
      iconPlacement="end"
      icon={<DownOutlined aria-hidden />}
    >
      {title}
    </DropdownButton>
  );
}
