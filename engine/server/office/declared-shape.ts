import type { Feature } from '@back-office/contract/office/feature.ts';
import type { OwnEvents } from '@back-office/contract/office/own-events.ts';
import type { MenuPage, MenuSection } from '@back-office/contract/office/menu.ts';
import type { Browse } from '@back-office/contract/resource/browse.ts';
import type { Extension } from '@back-office/contract/resource/extension.ts';
import type { BooleanField, DateField, Field, FieldKind, NamedShape, OwnShape } from '@back-office/contract/resource/field.ts';
import type { ListOptions, Operation, Resource, Scope, Toggle } from '@back-office/contract/resource/resource.ts';
import { z } from 'zod';
import { type Names, only } from './only.ts';

const text = z.string();
const texts = z.array(text);
const number = z.number();
const sentences = z.record(text, text);
/** One of these words; the compiler holds all of them against the type. */
const oneOf = <Word extends string>(words: { readonly [Each in Word]: Each }) => z.enum(words);
const ownShape = only<OwnShape>({ pattern: text, message: text, example: text });

const common: Names<Omit<DateField, 'kind'>> = {
  label: text,
  required: z.boolean().optional(),
  help: text.optional(),
  section: text.optional(),
  width: number.optional(),
  log: oneOf<NonNullable<Field['log']>>({ plain: 'plain', mask: 'mask' }).optional(),
  byServer: z.literal(true).optional(),
  setWith: text.optional(),
};

/** What a field of each kind says beside what all say. */
const kinds: { readonly [Kind in FieldKind]: Names<Omit<Extract<Field, { kind: Kind }>, keyof DateField>> } = {
  text: {
    max: number,
    min: number.optional(),
    shape: z
      .union([oneOf<NamedShape>({ account: 'account', code: 'code', phone: 'phone', email: 'email', link: 'link' }), ownShape])
      .optional(),
    default: text.optional(),
  },
  longText: { max: number, html: z.literal(true).optional() },
  number: { min: number, max: number, decimals: number.optional(), default: number.optional(), unit: text.optional() },
  datetime: {},
  date: {},
  boolean: { default: oneOf<BooleanField['default']>({ 是: '是', 否: '否' }) },
  dict: { dict: text, default: text.optional() },
  colour: {},
  secret: { min: number, max: number },
  reference: { to: text, within: text.optional(), owned: z.literal(true).optional() },
  references: { to: text, link: text },
  ids: { to: texts },
  texts: { max: number, most: number, shape: ownShape.optional() },
  parent: { within: text.optional() },
  file: { round: z.boolean().optional() },
  json: {},
};
const [first, ...others] = Object.entries(kinds).map(([kind, own]) => z.strictObject({ kind: z.literal(kind), ...common, ...own }));
const fields = z.record(text, first === undefined ? z.never() : z.discriminatedUnion('kind', [first, ...others]));

const listOptions = only<ListOptions>({
  hidden: texts.optional(),
  empty: text.optional(),
  picture: text.optional(),
  below: text.optional(),
  copy: texts.optional(),
  batch: texts.optional(),
  toggle: z.record(text, only<Toggle>({ values: z.tuple([text, text]), ask: sentences.optional() })).optional(),
});

const browse = only<Browse>({
  find: texts.optional(),
  filters: texts.optional(),
  card: texts.optional(),
  tree: text.optional(),
  grams: texts.optional(),
  counted: z.literal(true).optional(),
});

const resource = only<Resource>({
  name: text,
  title: text,
  table: text,
  label: text,
  fields,
  list: texts,
  listOptions: listOptions.optional(),
  form: texts,
  search: texts,
  import: texts,
  export: texts,
  sort: text,
  unique: z.array(texts),
  operations: z.array(
    oneOf<Operation>({
      create: 'create',
      select: 'select',
      'select-page': 'select-page',
      save: 'save',
      'save-batch': 'save-batch',
      delete: 'delete',
      export: 'export',
    }),
  ),
  ownChanges: z.array(oneOf<'added' | 'changed' | 'deleted'>({ added: 'added', changed: 'changed', deleted: 'deleted' })).optional(),
  rules: texts,
  scope: only<Scope>({ org: text.optional(), person: text.optional(), of: text.optional(), hidden: texts.optional() }).optional(),
  browse,
  once: sentences.optional(),
});

const extension = only<Extension>({
  resource: text,
  fields,
  list: texts.optional(),
  form: texts.optional(),
  search: texts.optional(),
  import: texts.optional(),
  export: texts.optional(),
  unique: z.array(texts).optional(),
});

const entry = { group: text, order: number, title: text, icon: text, permissions: sentences.optional() };
const menuEntry = z.union([
  only<MenuSection>({ resource: text, view: text.optional(), ...entry }),
  only<MenuPage>({ page: text, ...entry }),
]);

/** A feature of a company, whose types nobody may have checked: every name in it is known, and of its type. */
export const declaredShape = only<Feature>({
  name: text,
  resources: z.array(resource).optional(),
  rules: z
    .record(
      text,
      z.custom((value) => typeof value === 'function', 'a function is expected'),
    )
    .optional(),
  menu: z.array(menuEntry).optional(),
  pages: z.array(z.looseObject({ path: text, name: text, meta: z.looseObject({ title: text }) })).optional(),
  needs: texts.optional(),
  extend: z.array(extension).optional(),
  events: z.array(only<OwnEvents>({ resource: text, words: sentences })).optional(),
});
