import type { BaseLogger } from 'pino';
import type { Kysely } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { LiveSettings } from '@back-office/server/platform/live-settings.ts';
import { takeStored, type ModuleSettings } from '@back-office/server/platform/module-settings.ts';
import { type KnownSetting, textOfSetting } from '../known-setting.ts';
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

  async #load(): Promise<void> {
    const { liveSettings, moduleSettings } = this.#parts;
    const stored = await this.stored();
    const isFixed = (name: string): boolean => liveSettings.fixed(name) !== undefined;
    const wrong = [...liveSettings.take(stored), ...takeStored(moduleSettings, stored, isFixed)];
    for (const name of wrong.filter((one) => !this.#saidWrong.has(one))) {
      this.#saidWrong.add(name);
      this.#parts.log.warn({ setting: name }, 'A stored setting may not hold beside the others: its default does');
    }
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

  /** Has what is stored hold here; where it cannot be read, what was known does. Whatever may not hold is said once, and counts as not stored. */
  async refresh(): Promise<void> {
    try {
      if (performance.now() - this.#saidAt > saidMs) await this.describe();
      await this.#load();
      this.#isBroken = false;
    } catch (err) {
      if (!this.#isBroken) this.#parts.log.warn({ err }, 'Stored settings could not be read; what was known holds');
      this.#isBroken = true;
    }
  }

  /** Says which settings there are and what the environment says of them: now, and from then on each hour. */
  async describe(): Promise<void> {
    const { db, liveSettings } = this.#parts;
    const rows = this.known.map((known, at) => {
      const [byDefault, fixed] = [defaultOfSetting(known), liveSettings.fixed(known.name) ?? null];
      return {
        id: newId(),
        settingName: known.name,
        settingTitle: known.title,
        settingGroup: known.group,
        settingAbout: known.about,
        settingOrder: at,
        defaultValue: byDefault,
        defaultText: textOfSetting(known, byDefault),
        fixedValue: fixed,
        fixedText: fixed === null ? null : textOfSetting(known, fixed),
      };
    });
    await db
      .insertInto('sys_setting')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('settingName').doUpdateSet((eb) => ({
          settingTitle: eb.ref('excluded.settingTitle'),
          settingGroup: eb.ref('excluded.settingGroup'),
          settingAbout: eb.ref('excluded.settingAbout'),
          settingOrder: eb.ref('excluded.settingOrder'),
          defaultValue: eb.ref('excluded.defaultValue'),
          defaultText: eb.ref('excluded.defaultText'),
          fixedValue: eb.ref('excluded.fixedValue'),
          fixedText: eb.ref('excluded.fixedText'),
          seenTime: now,
        })),
      )
      .execute();
    this.#saidAt = performance.now();
  }
}
