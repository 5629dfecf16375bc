import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { matches } from '../../../platform/ui/matches.ts';
import { theOffice } from '../../../platform/office/open-office.ts';
import { useDict } from '../../fields/use-dict.ts';
import { useFound } from '../../fields/use-found.ts';
import { usePinyin } from '../../../platform/ui/use-pinyin.ts';

/** The choices for a cell while it is edited. */
export interface CellChoices {
  choices: readonly string[];
  loading: boolean;
}

/** Whether a column's values come from a list of choices. */
export function isChosen(resource: Resource, prop: string): boolean {
  const { kind } = fieldOf(resource, prop);
  return kind === 'dict' || kind === 'boolean' || kind === 'reference' || kind === 'parent';
}

/** Maximum number of choices shown at once; typing more finds the rest. */
const maxShown = 50;

/** The choices that match the typed text or pinyin; all of them while nothing is typed. */
export function useCellChoices(resource: Resource, prop: string, typed: string): CellChoices {
  const field = fieldOf(resource, prop);
  usePinyin();
  const { options, loading } = useDict(field.kind === 'dict' ? field.dict : '');
  const target = field.kind === 'reference' ? theOffice().resourceOf(field.to) : resource;
  const refers = field.kind === 'reference' || field.kind === 'parent';
  const found = useFound(target, typed, refers);
  if (refers) {
    // Names repeat within a tree; with the parent's name, as 上级/名称, the server knows which one is meant.
    const names = found.latest.map(({ label, parentLabel }) => (parentLabel === null ? label : `${parentLabel}/${label}`));
    // While the server is still searching, only the previous choices that match: Enter must not take one that does not.
    const fitting = found.loading && typed.trim() !== '' ? names.filter((name) => matches(name, typed)) : names;
    return { choices: fitting.slice(0, maxShown), loading: found.loading };
  }
  const words = field.kind === 'boolean' ? ['是', '否'] : options.map(({ label }) => label);
  return { choices: words.filter((word) => typed.trim() === '' || matches(word, typed)), loading };
}
