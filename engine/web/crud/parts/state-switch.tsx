import { fieldOf, type Resource, type Toggle } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useBusy } from '../../platform/timing/use-busy.ts';
import { asText } from '../fields/as-text.ts';
import { useDict } from '../fields/use-dict.ts';
import './state-switch.css';

interface StateSwitchProps {
  resource: Resource;
  name: string;
  row: AnyRow;
  toggle: Toggle;
}

/** The switch of a field in this row; undefined if none is declared, or if the record has neither of the two values, such as 待审核. */
export function toggleOf({ listOptions }: Resource, name: string, row: AnyRow): Toggle | undefined {
  const toggle = listOptions?.toggle?.[name];
  return toggle?.values.some((value) => value === row[name]) === true ? toggle : undefined;
}

/** A value that is toggled in place. */
export function StateSwitch({ resource, name, row, toggle: { values, ask } }: StateSwitchProps) {
  const field = fieldOf(resource, name);
  const { options } = useDict(field.kind === 'dict' ? field.dict : '');
  const feedback = useApp();
  const queries = useQueryClient();
  const [busy, work] = useBusy();
  const [on, off] = values;
  const isOn = row[name] === on;
  const nextValue = isOn ? off : on;
  const optionOf = (value: string) => options.find(({ key }) => key === value);
  const shownAs = (value: string): string => optionOf(value)?.label ?? value;
  const currentValue = isOn ? on : off;
  const shown = shownAs(currentValue);
  const colour = optionOf(currentValue)?.colour ?? null;
  const press = (): Promise<void> =>
    work(async () => {
      const { setState } = await import('../batch/set-state.ts');
      await setState({ ...feedback, queries, resource, row, name, value: nextValue, shown: shownAs(nextValue), ask: ask?.[nextValue] });
    });
  return (
    <button
      type="button"
      role="switch"
      className="state-switch"
      aria-checked={isOn}
      aria-busy={busy}
      aria-label={`${asText(row[resource.label])}的${field.label}：${shown}`}
      style={colour === null ? {} : { '--state': colour }}
      onClick={() => void press()}
    >
      <span>{shown}</span>
    </button>
  );
}
