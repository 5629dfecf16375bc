import { randomUUID } from 'node:crypto';
import type { Field, NamedShape, NumberField, OwnShape, TextField } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { shapeOf } from '@back-office/contract/resource/text-shape.ts';
import { office as product } from '../../office.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import type { TestApp } from './test-app.ts';
import { sendFile } from './uploads.ts';

type Values = Record<string, unknown>;

/** Values that a rule prescribes, by resource and field, instead of generated ones. */
export type Chosen = Readonly<Record<string, Readonly<Values>>>;

/** The values that the product's rules prescribe where a generated one breaks a rule. */
const ofProduct: Chosen = {
  'sys/token': {
    tokenRights: ['sys/dict:read', 'sys/org:read'],
    allowedAddresses: ['10.0.0.0/8', '::1'],
    expireTime: new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
  },
  'sys/directory': { groupRoles: '采购=buyer' },
  'sys/bot': { botKind: '企业微信', botUrl: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1', botSecret: null },
  'sys/webhook': { webhookUrl: 'https://receiver.example/hook', events: ['sys/dict:added', 'sys/org:deleted'] },
};

/**
 * Generates valid records from a declaration alone. Later samples are greater in every field that has an order, and no
 * two are equal where values must be unique.
 */
export class Samples {
  readonly #app: TestApp;
  readonly #token: string;
  readonly #office: Pick<Office, 'resourceOf'>;
  readonly #chosen: Chosen;
  #count = 0;

  constructor(
    app: TestApp,
    token: string,
    { office = product, chosen = {} }: { office?: Pick<Office, 'resourceOf'>; chosen?: Chosen } = {},
  ) {
    this.#app = app;
    this.#token = token;
    this.#office = office;
    this.#chosen = { ...ofProduct, ...chosen };
  }

  /** A record with a value in every field of the form; the records it refers to are saved first. */
  async full(resource: Resource): Promise<Values> {
    const n = (this.#count += 1);
    const values: Values = {};
    const { [resource.name]: chosen = {} } = this.#chosen;
    for (const name of resource.form) values[name] = Object.hasOwn(chosen, name) ? chosen[name] : await this.#value(resource, name, n);
    return values;
  }

  /** A record with the fields that an insert needs, and no others: required ones, and those given for a rule. */
  least(resource: Resource): Promise<Values> {
    const { [resource.name]: chosen = {} } = this.#chosen;
    const needs = (name: string): boolean => resource.fields[name]?.required === true || Object.hasOwn(chosen, name);
    return this.full({ ...resource, form: resource.form.filter(needs) });
  }

  /** Saves a record and returns it as the server answered. */
  async save(resource: Resource, values?: Values): Promise<AnyRow> {
    const { code, message, data } = await this.#app.call(
      this.#token,
      'POST',
      `${resource.name}/save`,
      values ?? (await this.full(resource)),
    );
    if (code !== 20000) throw new Error(`${resource.name} was not saved: ${code} ${message}. ${cureOf(resource)}`);
    return data;
  }

  async #value(resource: Resource, name: string, n: number): Promise<unknown> {
    const field = fieldOf(resource, name);
    switch (field.kind) {
      case 'parent':
        return (await this.save(resource, await this.least(resource))).id;
      case 'reference':
        return (await this.save(this.#office.resourceOf(field.to), await this.least(this.#office.resourceOf(field.to)))).id;
      case 'references':
        return [(await this.save(this.#office.resourceOf(field.to), await this.least(this.#office.resourceOf(field.to)))).id];
      case 'dict':
        return field.default ?? (await this.#choice(field.dict));
      case 'file':
        return (await sendFile(this.#app, this.#token, { name: `${n}.png`, bytes: pngOf(8, 8) })).data.id;
      default:
        return plainSample(field, n);
    }
  }

  async #choice(dict: string): Promise<unknown> {
    const { rows } = await this.#app.database.pool.query<{ value: string }>(
      'select c.dict_value as value from sys_dict c join sys_dict p on p.id = c.parent_id where p.parent_id is null and p.dict_value = $1 order by c.dict_sort limit 1',
      [dict],
    );
    if (rows[0] === undefined) throw new Error(`No dictionary ${dict} was seeded`);
    return rows[0].value;
  }
}

/** A value for a field that needs no other record. */
function plainSample(field: Field, n: number): unknown {
  const digits = String(n).padStart(4, '0');
  switch (field.kind) {
    case 'text':
      return textSample(field, digits);
    case 'longText':
      if (field.html === true) return `<p>第${digits}段 “引号” <strong>粗体</strong> &amp;\\%_</p><ul><li>😀</li></ul>`;
      return `第${digits}段 “引号” <b>&\\%_\n😀 second line`;
    case 'number':
      return numberSample(field, n);
    case 'datetime':
      return `2026-02-01 08:${twoDigits(Math.floor(n / 60))}:${twoDigits(n % 60)}`;
    case 'date':
      return `${2000 + n}-02-28`;
    case 'boolean':
      return n % 2 === 0 ? '是' : '否';
    case 'colour':
      return `#1A${digits}`;
    case 'secret':
      return `Sample-Horse-${digits}`;
    case 'texts':
      return [0, 1].map((which) => textSample({ ...field, kind: 'text' }, `${which}${digits}`));
    case 'ids':
      return [randomUUID(), randomUUID()];
    default:
      throw new Error(`No sample of the kind ${field.kind}`);
  }
}

/** With a fraction if allowed, rounded to its decimals: 0.01 + 2 may have more than two. A value that would be too large is the maximum. */
const numberSample = ({ min, max, decimals = 0 }: NumberField, n: number): number =>
  Math.min(max, Number((min + n + (decimals === 0 ? 0 : 10 ** -decimals)).toFixed(decimals)));

const twoDigits = (part: number): string => String(part).padStart(2, '0');

function textSample({ shape, max }: TextField, digits: string): string {
  if (typeof shape === 'object') return ownSample(shape, digits);
  const samples: Record<NamedShape | 'none', string> = {
    none: `样本 ${digits} O'x "y" %_\\ 😀`,
    account: `sample.${digits}`,
    code: `sample:${digits}`,
    phone: `+86 1380000${digits}`,
    email: `sample.${digits}@example.com`,
    link: `/sample/${digits}`,
  };
  // Counted as a field counts: a character outside the first plane is one. A trailing space is not stored.
  return Array.from(samples[shape ?? 'none'])
    .slice(0, max)
    .join('')
    .trim();
}

/** A text with these digits in the required form. */
function ownSample(shape: OwnShape, digits: string): string {
  const { pattern, example } = shapeOf(shape);
  const tried = [`98${digits}`, `sys/sample-${digits}/list`, `read,word-${digits}`, example.replace(/\d{4}$/, digits)];
  const found = tried.find((text) => pattern.test(text));
  if (found === undefined) throw new Error(`No sample of the shape ${shape.pattern}: add one`);
  return found;
}

/** Samples know fields, not the rules between them. */
const cureOf = ({ name }: Resource): string =>
  `Where a rule refuses the sample, say values that it takes: testModule(module, { values: { '${name}': { … } } }).`;
