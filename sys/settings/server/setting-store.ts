import type { BaseLogger } from 'pino';
import type { Kysely } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import type { LiveSettings } from '@back-office/server/platform/live-settings.ts';
import { takeStored, type ModuleSettings } from '@back-office/server/platform/module-settings.ts';
import { type KnownSetting, settingValue, textOfSetting } from '../known-setting.ts';
import { allSettings } from '../known-settings.ts';
import { defaultOfSetting } from './default-of-setting.ts';
import { ownSettings } from './own-settings.ts';

/** Interval at which a node reads changes made at others. */
const everyMs = 2_000;
/** Interval at which a node records the settings that it knows. */
const recordIntervalMs = 3_600_000;

interface Parts {
  readonly db: Kysely<Tables>;
  readonly liveSettings: LiveSettings;
  readonly moduleSettings: ModuleSettings;
  readonly log: Pick<BaseLogger, 'warn'>;
}

/** Applies the stored settings to the server, on every node, and records which settings exist. */
export class SettingStore {
  /** All settings that can be changed on the page: the product's, then the modules'. */
  readonly known: readonly KnownSetting[];
  /** The modules' settings. */
  readonly own: readonly KnownSetting[];
  readonly #parts: Parts;
  readonly #reportedInvalid = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #describedAt = Infinity;
  #isBroken = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.own = ownSettings(parts.moduleSettings);
    this.known = [...allSettings, ...this.own];
  }

  /** Stored values of known settings, including those that the environment currently overrides. */
  async stored(db: Kysely<Tables> = this.#parts.db): Promise<Map<string, string>> {
    const rows = await db.selectFrom('sys_setting').select(['settingName', 'storedValue']).where('storedValue', 'is not', null).execute();
    return new Map(rows.map(({ settingName, storedValue }) => [settingName, storedValue ?? '']));
  }

  /** Applies the stored settings. Returns the names of invalid ones, which are ignored. */
  #apply(stored: ReadonlyMap<string, string>): readonly string[] {
    const { liveSettings, moduleSettings } = this.#parts;
    const isFixed = (name: string): boolean => liveSettings.fixed(name) !== undefined;
    const wrong = [...liveSettings.take(stored), ...takeStored(moduleSettings, stored, isFixed)];
    for (const name of wrong.filter((one) => !this.#reportedInvalid.has(one))) {
      this.#reportedInvalid.add(name);
      this.#parts.log.warn({ setting: name }, 'A stored setting may not hold beside the others: its default does');
    }
    return wrong;
  }

  /** Applies the stored settings, now and repeatedly. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh(), everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Applies the stored settings; if they cannot be read, the last known ones apply. An invalid one is reported once, and ignored. */
  async refresh(): Promise<void> {
    try {
      if (performance.now() - this.#describedAt > recordIntervalMs) await this.describe();
      this.#apply(await this.stored());
      this.#isBroken = false;
    } catch (err) {
      if (!this.#isBroken) this.#parts.log.warn({ err }, 'Stored settings could not be read; what was known holds');
      this.#isBroken = true;
    }
  }

  /**
   * Records which settings exist, their values in the environment, and whether the stored ones are valid: now, and every hour. Deletes
   * the stored value of a setting that has become a secret, since the page would show it.
   */
  async describe(): Promise<void> {
    // If this fails, it is retried at the next read of the stored settings.
    this.#describedAt = -Infinity;
    const secrets = [...this.#parts.moduleSettings.keys()].flatMap((declared) =>
      Object.entries(declared).flatMap(([name, { secret }]) => (secret === true ? name : [])),
    );
    await withTransaction(this.#parts.db, async (db) => {
      if (secrets.length > 0) await db.deleteFrom('sys_setting').where('settingName', 'in', secrets).execute();
      await db.selectFrom('sys_setting').select('id').orderBy('settingName').forUpdate().execute();
      const stored = await this.stored(db);
      await writeRows(db, this.#rows(stored, this.#apply(stored)));
    });
    this.#describedAt = performance.now();
  }

  #rows(stored: ReadonlyMap<string, string>, wrong: readonly string[]): SettingRow[] {
    return this.known.map((known, at) => {
      const { name } = known;
      const [byDefault, fixed, chosen] = [defaultOfSetting(known), this.#parts.liveSettings.fixed(name) ?? null, stored.get(name)];
      // The text of a message is validated when one is written.
      const isIgnored = wrong.includes(name) || (known.input.kind === 'message' && settingValue(known, chosen ?? '') === undefined);
      return {
        id: newId(),
        settingName: name,
        settingTitle: known.title,
        settingGroup: known.group,
        settingAbout: known.about,
        settingOrder: at,
        defaultValue: byDefault,
        defaultText: textOfSetting(known, byDefault),
        fixedValue: fixed,
        fixedText: fixed === null ? null : textOfSetting(known, fixed),
        storedText: chosen === undefined ? null : textOfSetting(known, chosen),
        storedFits: chosen === undefined || !isIgnored,
      };
    });
  }
}

/** The columns with a node's description of a setting. */
const describedColumns = [
  'settingTitle',
  'settingGroup',
  'settingAbout',
  'settingOrder',
  'defaultValue',
  'defaultText',
  'fixedValue',
  'fixedText',
  'storedText',
  'storedFits',
] as const;
type SettingRow = Row<'sys_setting', 'id' | 'settingName' | (typeof describedColumns)[number]>;

/** Writes the description of the settings, and leaves their stored values unchanged. */
async function writeRows(db: Kysely<Tables>, rows: readonly SettingRow[]): Promise<void> {
  await db
    .insertInto('sys_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('settingName').doUpdateSet((eb) => ({
        ...Object.fromEntries(describedColumns.map((name) => [name, eb.ref(`excluded.${name}`)])),
        seenTime: now,
      })),
    )
    .execute();
}
