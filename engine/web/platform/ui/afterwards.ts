import { whenIdle } from './when-idle.ts';

/** How long what was come for may take once the page's code is there, in milliseconds, before the rest is fetched all the same. */
const longest = 3_000;
/** How long a page may take that says when it is drawn. */
const longestAwaited = 30_000;

let open = false;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function beginWithin(time: number): void {
  if (open) return;
  clearTimeout(timer);
  timer = setTimeout(afterwards.begin, time);
}

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
  /** A page's code is there: it begins in a while, also where the page does not say when it is drawn. */
  expect: (): void => beginWithin(longest),
  /** The page that is there will say so: on a slow machine or line that takes longer. */
  await: (): void => beginWithin(longestAwaited),
  /** What the person came for is drawn. */
  begin: (): void => {
    if (open) return;
    open = true;
    clearTimeout(timer);
    for (const task of waiting) whenIdle(task);
    waiting = [];
  },
};
