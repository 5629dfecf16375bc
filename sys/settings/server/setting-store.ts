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

/** How soon a node takes what was changed at another. */
const everyMs = 2_000;
/** How often a node says again which settings it knows. */
const saidMs = 3_600_000;

interface Parts {
  readonly db: Kysely<Tables>;
  readonly liveSettings: LiveSettings;
  readonly moduleSettings: ModuleSettings;
  readonly log: Pick<BaseLogger, 'warn'>;
}

/** Has a server go by the settings that are stored, on every node, and says which there are. */
export class SettingStore {
  /** All that may be changed on the page: the product's, and then those that modules bring. */
  readonly known: readonly KnownSetting[];
  /** Those that modules bring. */
  readonly own: readonly KnownSetting[];
  readonly #parts: Parts;
  readonly #saidWrong = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #saidAt = Infinity;
  #isBroken = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.own = ownSettings(parts.moduleSettings);
    this.known = [...allSettings, ...this.own];
  }

  /** What is stored, of those that are known; also of those that the environment decides now. */
  async stored(db: Kysely<Tables> = this.#parts.db): Promise<Map<string, string>> {
    const rows = await db.selectFrom('sys_setting').select(['settingName', 'storedValue']).where('storedValue', 'is not', null).execute();
    return new Map(rows.map(({ settingName, storedValue }) => [settingName, storedValue ?? '']));
  }

  /** Applies the stored settings. Returns the names of invalid ones, which are ignored. */
  #take(stored: ReadonlyMap<string, string>): readonly string[] {
    const { liveSettings, moduleSettings } = this.#parts;
    const isFixed = (name: string): boolean => liveSettings.fixed(name) !== undefined;
    const wrong = [...liveSettings.take(stored), ...takeStored(moduleSettings, stored, isFixed)];
    for (const name of wrong.filter((one) => !this.#saidWrong.has(one))) {
      this.#saidWrong.add(name);
      this.#parts.log.warn({ setting: name }, 'A stored setting may not hold beside the others: its default does');
    }
    return wrong;
  }

  /** Has what is stored hold here, now and from then on. */
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
      if (performance.now() - this.#saidAt > saidMs) await this.describe();
      this.#take(await this.stored());
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
    this.#saidAt = -Infinity;
    const secrets = [...this.#parts.moduleSettings.keys()].flatMap((declared) =>
      Object.entries(declared).flatMap(([name, { secret }]) => (secret === true ? name : [])),
    );
    await withTransaction(this.#parts.db, async (db) => {
      if (secrets.length > 0) await db.deleteFrom('sys_setting').where('settingName', 'in', secrets).execute();
      await db.selectFrom('sys_setting').select('id').orderBy('settingName').forUpdate().execute();
      const stored = await this.stored(db);
      await writeRows(db, this.#rows(stored, this.#take(stored)));
    });
    this.#saidAt = performance.now();
  }

  #rows(stored: ReadonlyMap<string, string>, wrong: readonly string[]): SettingRow[] {
    return this.known.map((known, at) => {
      const { name } = known;
      const [byDefault, fixed, chosen] = [defaultOfSetting(known), this.#parts.liveSettings.fixed(name) ?? null, stored.get(name)];
      // Words of a message are judged where one is written.
      const isLeft = wrong.includes(name) || (known.input.kind === 'message' && settingValue(known, chosen ?? '') === undefined);
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
        storedFits: chosen === undefined || !isLeft,
      };
    });
  }
}

/** What a node says of a setting. */
const said = [
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
type SettingRow = Row<'sys_setting', 'id' | 'settingName' | (typeof said)[number]>;

/** Writes the description of the settings, and leaves their stored values unchanged. */
async function writeRows(db: Kysely<Tables>, rows: readonly SettingRow[]): Promise<void> {
  await db
    .insertInto('sys_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('settingName').doUpdateSet((eb) => ({
        ...Object.fromEntries(said.map((name) => [name, eb.ref(`excluded.${name}`)])),
        seenTime: now,
      })),
    )
    .execute();
}
