import { whenIdle } from './when-idle.ts';

/** How long what was come for may take, in milliseconds, before the rest is fetched all the same. */
const longest = 3_000;

let open = false;
let waiting: (() => void)[] = [];

/**
 * What is fetched ahead waits here until what the person came for is drawn, and then for the browser to have nothing to
 * do: a form, a dialog or a filter must not take the line from rows.
 */
export const afterwards = {
  /** Runs the task once there is time. */
  do: (task: () => void): void => {
    if (open) whenIdle(task);
    else waiting.push(task);
  },
  /** What the person came for is drawn. */
  begin: (): void => {
    if (open) return;
    open = true;
    for (const task of waiting) whenIdle(task);
    waiting = [];
  },
};

/** Begins in any case, on pages that do not say when they are drawn. */
export const beginAfterwards = (): void => void setTimeout(afterwards.begin, longest);
