import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import type { ComponentType } from 'react';
import type { NeededRight } from '../../platform/session/use-allowed.ts';

/** An item of the top bar. */
export interface TopBarItem {
  /** Its name, shown if it fails to render. */
  readonly title: string;
  /** Its position: smaller is further left. */
  readonly order: number;
  readonly Item: ComponentType<{ routes: RouteRecord[] }>;
}

/** A card of the home page. */
export interface HomeCard {
  readonly name: string;
  /** Its name, shown if it fails to render. */
  readonly title: string;
  /** Its position until the person arranges the page: smaller is higher. */
  readonly order: number;
  /** The right needed to see it; by default everybody does. */
  readonly right?: NeededRight;
  /** Half a row if there is room for two; by default a full row. */
  readonly width?: 'half' | 'full';
  /** Rendered without antd, and loaded with the shell; or a `lazyPart` with any code, loaded when the page is shown. */
  readonly Card: ComponentType;
}

/** A command of the palette, which is found by its title and the title's pinyin. */
export type PaletteEntry = {
  readonly name: string;
  readonly title: string;
  /** Distinguishes it from others, beside the title. */
  readonly detail?: string;
  /** Its position among the matches: smaller is higher. */
  readonly order: number;
  /** The right needed to see it; by default everybody does. */
  readonly right?: NeededRight;
  /** Name of an icon of the palette or of the menu. */
  readonly icon?: string;
  /** The shortcut for the same, as displayed: Ctrl Alt L. */
  readonly keys?: string;
} & ({ readonly path: string } | { readonly run: () => void | Promise<void> });

/** A record found by the palette. */
export interface PaletteRecord {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

/** A command of the palette on a record that it finds: typed before the record's name, such as 重置密码 王伟. */
export interface RecordCommand {
  readonly name: string;
  readonly title: string;
  readonly resource: string;
  readonly order: number;
  /** The right needed to see it; by default everybody does. */
  readonly right?: NeededRight;
  readonly icon?: string;
  readonly run: (record: PaletteRecord) => void | Promise<void>;
}

/**
 * A feature's parts of the shell, which is rendered before antd has loaded: they must be light. Its heavier pages are loaded when they are opened.
 * Has the same name as its declarations (`Feature`).
 */
export interface ShellFeature {
  readonly name: string;
  readonly topBar?: readonly TopBarItem[];
  /** Pages rendered without antd, by component key; loaded with the shell. */
  readonly plainPages?: Readonly<Record<string, ComponentType>>;
  /** Pages with their own component key, such as `profile`. */
  readonly lazyPages?: Readonly<Record<string, () => Promise<ComponentType>>>;
  readonly home?: readonly HomeCard[];
  readonly palette?: readonly PaletteEntry[];
  readonly paletteRecords?: readonly RecordCommand[];
  /** Its own icons for the menu, with names prefixed by the module's, such as `acme-car`; of `@ant-design/icons-svg` or hand-drawn. */
  readonly icons?: Readonly<Record<string, IconDefinition>>;
}
