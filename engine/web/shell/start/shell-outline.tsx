import '../../platform/ui/start.css';

/** A skeleton of the shell while its content loads; the same as in the page before any code runs (index.html). */
export function ShellOutline() {
  return (
    <div className="start-shell" aria-busy="true">
      <div className="start-side" />
      <div className="start-top" />
      <span className="visually-hidden" role="status">
        正在加载…
      </span>
    </div>
  );
}
