import type { ImportIssue } from '@back-office/contract/calls/import.ts';
import { statuses } from '@back-office/contract/status.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { type Field, withinOf } from '@back-office/contract/resource/field.ts';
import { fieldOf, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { targetOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { type DictWord, dictWords } from '../../platform/database/dict-words.ts';
import { type Candidate, readCandidates, tooMany } from './read-candidates.ts';
import { codesOf, keyPart, type StagedRow } from './staged-row.ts';

/** The values of staged rows, with ids in place of names and values in place of dictionary labels. */
export interface Resolved {
  readonly values: Record<string, unknown>[];
  readonly issues: ImportIssue[];
  /** Ids of records that other rows of the file will create. */
  readonly pending: ReadonlySet<string>;
}

/**
 * Replaces names and codes by ids, and dictionary labels by values; one query for each field, whatever the number of rows. A name that matches no
 * record, or several, is an issue. `findRows` finds rows of the file itself, for parents.
 */
export async function findTargets(context: Context, resource: Resource, rows: readonly StagedRow[], findRows: FindRows): Promise<Resolved> {
  const values = rows.map((row) => ({ ...row.values }));
  const issues: ImportIssue[] = [];
  const pending = new Set<string>();
  const dicts = resource.import.flatMap((name) => dictOf(fieldOf(resource, name)) ?? []);
  const words = await dictWords(context.db, dicts);
  for (const name of inOrder(context, resource)) {
    const field = fieldOf(resource, name);
    const dict = dictOf(field);
    if (dict !== undefined) {
      const open = (words.get(dict) ?? []).filter(({ status }) => status === statuses.enabled);
      const labelled = Map.groupBy(open, ({ label }) => label);
      const named = new Map<string, readonly DictWord[]>([...labelled, ...open.map((word) => [word.value, [word]] as const)]);
      values.forEach((row, at) => {
        const text = typeof row[name] === 'string' ? row[name].trim() : '';
        const [word, another] = named.get(text) ?? [];
        if (another !== undefined)
          issues.push({ row: rows[at]?.rowNo ?? 0, field: name, message: `${field.label}“${text}”有多个，请填写字典值` });
        if (word !== undefined) row[name] = another === undefined ? word.value : undefined;
      });
      continue;
    }
    const texts = new Set(values.flatMap((row) => textsOf(field, row[name])).filter((text) => !isId(text)));
    if (texts.size === 0) continue;
    const among = await candidatesOf(context, resource, name, [...texts], field.kind === 'parent' ? findRows : undefined);
    rows.forEach(({ rowNo, recordId }, at) => {
      const row = values[at] ?? {};
      const found = textsOf(field, row[name]).map((text): Finding => (isId(text) ? { id: text } : find(among, text, row, recordId)));
      if (found.length === 0) return;
      const issue = found.find((one) => 'message' in one);
      if (issue !== undefined) issues.push({ row: rowNo, field: name, message: `${field.label}${issue.message}` });
      const ids = found.flatMap((one) => ('id' in one ? one.id : []));
      row[name] = issue !== undefined ? undefined : field.kind === 'references' ? [...new Set(ids)] : ids[0];
      for (const one of found) if ('id' in one && one.coming === true) pending.add(one.id);
    });
  }
  return { values, issues, pending };
}

type FindRows = (names: readonly string[], cell: string) => Promise<{ name: string; recordId: string; cell: string }[]>;
type Finding = { id: string; coming?: true } | { message: string };
type Values = Readonly<Record<string, unknown>>;

const dictOf = (field: Field): string | undefined => (field.kind === 'dict' ? field.dict : undefined);

/** Fields that name records. A field that another one disambiguates comes after it: the department after its organisation. */
function inOrder(context: Context, resource: Resource): string[] {
  const names = resource.import.filter((name) => ['dict', 'reference', 'references', 'parent'].includes(fieldOf(resource, name).kind));
  const above = new Map(names.map((name) => [name, sharedWith(context, resource, name).map(({ own }) => own)]));
  const depths = new Map<string, number>();
  const depthOf = (name: string): number => depths.get(name) ?? 0;
  // As many rounds as the longest chain may have: fields that share with each other would deepen each other for ever.
  for (const _ of names) for (const [name, owns] of above) depths.set(name, Math.max(0, ...owns.map((own) => 1 + depthOf(own))));
  return names.sort((one, other) => depthOf(one) - depthOf(other));
}

/** Pairs of a field of the row and a field of its target that both refer to the same resource. */
function sharedWith(context: Context, resource: Resource, name: string): { own: string; theirs: string }[] {
  const target = targetOf(resource, fieldOf(resource, name), context.resourceOf);
  if (target === undefined) return [];
  return resource.import.flatMap((own) => {
    const field = fieldOf(resource, own);
    if (own === name || field.kind !== 'reference') return [];
    const theirs = [withinOf(fieldOf(resource, name)) === own ? own : [], Object.keys(target.fields)].flat().find((their) => {
      const declared = target.fields[their];
      return declared?.kind === 'reference' && declared.to === field.to && !['createUser', 'updateUser'].includes(their);
    });
    return theirs === undefined ? [] : [{ own, theirs }];
  });
}

/** The names in a cell: one, or several separated by 、 and the like. */
function textsOf(field: Field, value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number' && !Array.isArray(value)) return [];
  const texts = Array.isArray(value)
    ? value.map(String)
    : field.kind === 'references'
      ? String(value).split(/[、,，;；]/)
      : [String(value)];
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** What the texts of a field may name: stored records, and rows of the file that are `coming`. */
async function candidatesOf(context: Context, resource: Resource, name: string, texts: readonly string[], findRows?: FindRows) {
  const target = targetOf(resource, fieldOf(resource, name), context.resourceOf);
  if (target === undefined) return undefined;
  const shared = sharedWith(context, resource, name);
  const sharedFields = shared.map(({ theirs }) => theirs);
  const stored = await readCandidates(context, resource, target, texts, sharedFields);
  const within = withinOf(fieldOf(resource, name)) ?? '';
  const rows = (await findRows?.(texts.map(keyPart), within)) ?? [];
  const ownerOf = await ownersIn(context, resource, within, rows);
  const candidates = rows.map(({ name: key, recordId: id, cell }) => ({ key, id, shares: shared.map(() => ownerOf(cell)) }));
  const coming = Map.groupBy(candidates, ({ key }) => key);
  const ways = [codesOf(target).length > 0 ? '编码' : [], parentFieldOf(target) === undefined ? [] : '“上级/名称”'].flat();
  const withinLabel = within === '' ? '' : fieldOf(resource, within).label;
  // By what they share, once asked for: every row may name one of thousands.
  const grouped = new Map<readonly Candidate[], Map<string, Map<string, Candidate[]>>>();
  return { stored, coming, shared, within, withinLabel, ways, grouped };
}

type Among = NonNullable<Awaited<ReturnType<typeof candidatesOf>>>;

/** What a text of this row, whose record is `self`, names. */
function find(among: Among | undefined, text: string, row: Values, self: string): Finding {
  const shown = text.slice(0, 50);
  if (among === undefined) return { message: `不存在：${shown}` };
  const { stored, coming, within, withinLabel, ways } = among;
  // Three suffice to know that there are several besides this row.
  const [all, others] = [stored.get(keyPart(text)) ?? none, coming.get(keyPart(text)) ?? none];
  const inFile = sharing(among, others, row, false)
    .slice(0, 3)
    .filter(({ id }) => id !== self);
  if (inFile.length === 1 && inFile[0] !== undefined) return { id: inFile[0].id, coming: true };
  const meant = sharing(among, all, row, all.length > 1);
  if (meant.length === 1 && meant[0] !== undefined) return { id: meant[0].id };
  const isInOne = isNamed(row[within]);
  const how = [within === '' || isInOne ? [] : withinLabel, ways].flat().join('或');
  if (all === tooMany || meant.length > 1 || inFile.length > 1) return { message: `“${shown}”有多个${how && `，请填写${how}`}` };
  const isForeign = isInOne && all.length + others.filter(({ id }) => id !== self).length > 0;
  return { message: isForeign ? `不属于所填的${withinLabel}` : `不存在：${shown}` };
}

/** Those in the row's organisation, if `within` says so or there are several. */
function sharing({ shared, within, grouped }: Among, all: readonly Candidate[], row: Values, several: boolean): readonly Candidate[] {
  const given = shared.flatMap(({ own }, at) => (isNamed(row[own]) && (several || own === within) ? [at] : []));
  const groups = grouped.get(all) ?? new Map<string, Map<string, Candidate[]>>();
  const group = groups.get(String(given)) ?? Map.groupBy(all, ({ shares }) => JSON.stringify(given.map((at) => shares[at])));
  grouped.set(all, groups.set(String(given), group));
  return group.get(JSON.stringify(given.map((at) => row[shared[at]?.own ?? '']))) ?? [];
}

const none: readonly Candidate[] = [];
const isNamed = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Finds what those cells of the field name. */
async function ownersIn(context: Context, resource: Resource, name: string, rows: readonly { cell: string }[]) {
  const target = rows[0] && resource.fields[name] && targetOf(resource, resource.fields[name], context.resourceOf);
  const found = target && (await readCandidates(context, resource, target, [...new Set(rows.map(({ cell }) => cell))], []));
  return (cell: string): string => found?.get(keyPart(cell))?.[0]?.id ?? cell;
}
