import { whenIdle } from './when-idle.ts';

/** Maximum wait for the page to be rendered once its code has loaded, in milliseconds; then prefetching starts anyway. */
const maxWaitMs = 3_000;
/** The same for a page that reports when it is rendered. */
const maxAwaitedMs = 30_000;

let open = false;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function beginWithin(time: number): void {
  if (open) return;
  clearTimeout(timer);
  timer = setTimeout(afterwards.begin, time);
}

/** Delays prefetching until the page is rendered and the browser is idle: forms, dialogs and filters must not compete with the rows for bandwidth. */
export const afterwards = {
  /** Runs the task once there is time. */
  do: (task: () => void): void => {
    if (open) whenIdle(task);
    else waiting.push(task);
  },
  /** A page's code has loaded: prefetching starts after the maximum wait even if the page does not report that it is rendered. */
  expect: (): void => beginWithin(maxWaitMs),
  /** The page will report when it is rendered, which takes longer on a slow machine or connection. */
  await: (): void => beginWithin(maxAwaitedMs),
  /** The page is rendered. */
  begin: (): void => {
    if (open) return;
    open = true;
    clearTimeout(timer);
    for (const task of waiting) whenIdle(task);
    waiting = [];
  },
};
